import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { island } from '#src/i18n/island.tsx';
import { answer, made } from '../../../../tests/component/gateway.ts';
import { hydrate } from '../../../../tests/component/render.ts';
import { type Change, HistoryButton } from './History.tsx';

const CALL = 'POST /data/auth/history/page';
const ID = '01890000-0000-7000-8000-000000000001';
const entry = (n: number, more: object = {}) => ({
  ...{ id: `01890000-0000-7000-8000-00000000010${n}`, gmtCreate: '2026-11-26T16:30:00.000Z', action: `test.n${n}` },
  ...{ text: `操作${n}`, by: 'member' as const, userName: '王主管', reason: null, people: [], peopleCount: 0 },
  ...{ changes: [], ...more },
});
const paged = (list: ReturnType<typeof entry>[], pageCurrent = 1, totalPage = 1) => ({
  ...{ list, pageCurrent, pageSize: 20, totalCount: list.length, totalPage },
});

const Example = island(({ describe }: { describe?: (change: Change) => { label: string } }) => (
  <HistoryButton kind="person" id={ID} name="李雷" timeZone="Asia/Shanghai" describe={describe} />
));
const open = page.getByRole('button', { name: '操作记录' });
const panel = page.getByRole('dialog', { name: '操作记录：李雷' });
const items = () =>
  panel
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);

test('says who did what and when, whom it concerns, why, and what was changed', async () => {
  answer(
    CALL,
    paged([
      entry(1, {
        ...{ people: ['韩梅梅', '李雷'], peopleCount: 2, reason: '换岗' },
        changes: [
          { name: 'userType', before: 1, after: 2 },
          { name: 'isAdmin', before: false, after: true },
          { name: 'email', before: null, after: 'l***@example.com' },
          { name: 'expireTime', after: '2027-11-30T16:30:00.000Z' },
          { name: 'nickname' },
          { name: 'department', before: null, after: ID },
          { name: 'later', before: 1, after: 2 },
        ],
      }),
      entry(2, { by: 'import', userName: null, people: ['甲', '乙'], peopleCount: 7 }),
    ]),
  );
  await hydrate(Example, { locale: 'zh' });
  expect(made).toEqual([]);
  await open.click();
  await expect.element(panel.getByText('操作1')).toBeVisible();
  // In the time zone of the enterprise.
  await expect.element(panel.getByText('王主管 · 2026-11-27 00:30')).toBeVisible();
  await expect.element(panel.getByText('涉及：韩梅梅、李雷')).toBeVisible();
  await expect.element(panel.getByText('理由：换岗')).toBeVisible();
  expect(items().slice(1, 8)).toEqual([
    '角色： 原为：学员 → 现为：讲师',
    '管理员： 原为：否 → 现为：是',
    '邮箱： 原为：空 → 现为：l***@example.com',
    '有效期至： 现为：2027-12-01',
    '昵称',
    '部门',
    'later： 原为：1 → 现为：2',
  ]);
  await expect.element(panel.getByText('导入 · 2026-11-27 00:30')).toBeVisible();
  await expect.element(panel.getByText('涉及：甲、乙 等 7 人')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(open).toHaveFocus();
});

test('goes through the pages, and is read again when it is opened again', async () => {
  answer(CALL, paged([entry(1)], 1, 2));
  await hydrate(Example, { locale: 'zh' });
  await open.click();
  await expect.element(panel.getByText('操作1')).toBeVisible();
  answer(CALL, paged([entry(2)], 2, 2));
  await panel.getByRole('button', { name: '下一页' }).click();
  await expect.element(panel.getByText('操作2')).toBeVisible();
  await expect.element(panel.getByRole('button', { name: '下一页' })).toBeDisabled();
  expect(made.map(({ input }) => input)).toEqual([
    { kind: 'person', id: ID, pageCurrent: 1, pageSize: 20 },
    { kind: 'person', id: ID, pageCurrent: 2, pageSize: 20 },
  ]);
  await userEvent.keyboard('{Escape}');
  answer(CALL, paged([entry(3), entry(1)]));
  await open.click();
  await expect.element(panel.getByText('操作3')).toBeVisible();
});

test('uses the words of the thing for its settings, and says that nothing is recorded', async () => {
  answer(CALL, paged([entry(1, { changes: [{ name: 'passScore', before: 60, after: 70 }] })]));
  await hydrate(Example, { locale: 'zh', describe: ({ name }: Change) => ({ label: `设置 ${name}` }) });
  await open.click();
  await expect.element(panel.getByText('设置 passScore')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  answer(CALL, paged([]));
  await open.click();
  await expect.element(panel.getByText('暂无记录')).toBeVisible();
});
