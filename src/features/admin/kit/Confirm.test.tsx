import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { island } from '#src/i18n/island.tsx';
import { answer, made, refuse } from '../../../../tests/component/gateway.ts';
import { hydrate } from '../../../../tests/component/render.ts';
import { Confirm } from './Confirm.tsx';

const CALL = 'PUT /exam/auth/exam/accommodation/end';
const ID = '01890000-0000-7000-8000-000000000001';

const Example = island(function Example() {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        结束
      </button>
      {asking && (
        <Confirm
          title="结束安排？"
          consequences={['3 人失去延长时间', '正在进行的考试不受影响']}
          action="确定结束"
          onConfirm={async () => void (await api(CALL, { id: ID }))}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
});
const dialog = page.getByRole('dialog', { name: '结束安排？' });
const open = page.getByRole('button', { name: '结束', exact: true });

test('says what changes; nothing is sent before it is confirmed, and once after that', async () => {
  answer(CALL, { id: ID });
  await hydrate(Example, {});
  await open.click();
  expect(
    dialog
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['3 人失去延长时间', '正在进行的考试不受影响']);
  await dialog.getByRole('button', { name: '取消' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(open).toHaveFocus();
  await open.click();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(made).toEqual([]);
  await open.click();
  await dialog.getByRole('button', { name: '确定结束' }).dblClick();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(made).toHaveLength(1);
});

test('stays open when the act is refused', async () => {
  refuse(CALL, 409, '已经结束');
  await hydrate(Example, {});
  await open.click();
  await dialog.getByRole('button', { name: '确定结束' }).click();
  await expect.poll(() => made.length).toBe(1);
  await expect.element(dialog).toBeVisible();
  answer(CALL, { id: ID });
  await dialog.getByRole('button', { name: '确定结束' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});
