import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { givenAnswer, GivenContext, useCall } from '#src/client/query.ts';
import { island } from '#src/i18n/island.tsx';
import { answer, made } from '../../../../tests/component/gateway.ts';
import { hydrate, settled } from '../../../../tests/component/render.ts';
import { BulkProgress, showBulk } from './BulkProgress.tsx';

const CURRENT = 'GET /data/auth/bulk/current';
const ROWS = 'GET /user/auth/people/view';
const CHANGES = [ROWS] as const;
const LIST = '/admin/people';
const ID = '01890000-0000-7000-8000-000000000001';
const job = (state: 'running' | 'done', doneCount = 2) => ({
  job: {
    ...{ id: ID, action: 'personDisable', state, totalCount: 2, doneCount, failedCount: 0 },
    gmtCreate: '2026-11-29T08:00:00.000Z',
  },
});

function List() {
  useCall(ROWS, { userId: ID });
  return <BulkProgress list={LIST} titleOf={() => '停用'} changes={CHANGES} />;
}
const Example = island(({ current }: { current: ReturnType<typeof job> | { job: null } }) => (
  <GivenContext value={{ ...givenAnswer(CURRENT, { list: LIST }, current), ...givenAnswer(ROWS, { userId: ID }, {}) }}>
    <List />
  </GivenContext>
));
const rowsRead = () => made.filter(({ call }) => call === ROWS).length;
const status = page.getByRole('status');

test('a change that ends before the first look at it shows in the list', async () => {
  answer(ROWS, {} as never);
  answer(CURRENT, job('done'));
  await hydrate(Example, { current: { job: null } });
  expect(rowsRead()).toBe(0);
  showBulk();
  await expect.element(status).toHaveTextContent('已完成 2 / 2，失败 0 项');
  await expect.poll(rowsRead).toBe(1);
});

test('a change that runs is looked at each second, and the list is read once, at its end', async () => {
  answer(ROWS, {} as never);
  const answers = [job('running', 0), job('running', 1), job('done')];
  answer(CURRENT, () => answers.shift()!);
  await hydrate(Example, { current: { job: null } });
  showBulk();
  await expect.poll(() => answers.length, { timeout: 5_000 }).toBe(1);
  expect(rowsRead()).toBe(0);
  await expect.poll(rowsRead, { timeout: 5_000 }).toBe(1);
  expect(answers).toEqual([]);
});

test('the list that was rendered after the end of a change is not read again, also when the same answer comes again', async () => {
  answer(ROWS, {} as never);
  answer(CURRENT, job('done'));
  await hydrate(Example, { current: job('done') });
  await expect.element(status).toHaveTextContent('已完成 2 / 2，失败 0 项');
  expect(made).toEqual([]);
  showBulk();
  await expect.poll(() => made.length).toBe(1);
  await settled();
  await settled();
  expect(made.map(({ call }) => call)).toEqual([CURRENT]);
});
