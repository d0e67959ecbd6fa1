import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { invalidate } from '#src/client/query.ts';
import { island } from '#src/i18n/island.tsx';
import { answer, made, refuse } from '../../../../tests/component/gateway.ts';
import { hydrate } from '../../../../tests/component/render.ts';
import { Costs } from './Costs.tsx';

const LIST = 'POST /course/auth/calendar/cost/list';
const SAVE = 'POST /course/auth/calendar/cost/save';
const ID = '01890000-0000-7000-8000-000000000001';
const OTHER = '01890000-0000-7000-8000-000000000002';
const room = { id: ID, kind: 'room' as const, amount: 800, note: null };
const travel = { id: OTHER, kind: 'travel' as const, amount: 50, note: null };
const Shown = island(Costs);
const amounts = () => page.getByRole('spinbutton', { name: '金额' });
const saved = () => made.filter(({ call }) => call === SAVE).map(({ input }) => input);

test('costs that somebody else has saved meanwhile are read when nothing is typed, and never replace what is typed', async () => {
  answer(LIST, [room]);
  await hydrate(Shown, { id: ID });
  await expect.element(amounts()).toHaveValue(800);
  answer(LIST, [room, travel]);
  invalidate(LIST);
  await expect.element(amounts().nth(1)).toHaveValue(50);
  await userEvent.fill(amounts().first(), '900');
  answer(LIST, [travel]);
  const asked = made.length;
  invalidate(LIST);
  await expect.poll(() => made.length).toBeGreaterThan(asked);
  await expect.element(amounts().first()).toHaveValue(900);
});

test('two people who save costs see both lists; the chosen one is saved on top of theirs', async () => {
  answer(LIST, [room]);
  await hydrate(Shown, { id: ID });
  await userEvent.fill(amounts(), '900');
  refuse(SAVE, 409, '内容已被他人修改');
  answer(LIST, [room, travel]);
  await userEvent.click(page.getByRole('button', { name: '保存费用' }));
  const costs = page.getByRole('group', { name: '费用' });
  await expect.element(costs).toHaveTextContent('费用我的修改场地 900已保存的版本场地 800 差旅 50');
  await userEvent.click(page.getByRole('button', { name: '按所选内容继续编辑' }));
  await expect.element(amounts()).toHaveValue(900);
  answer(SAVE, { sum: 900 });
  answer(LIST, [{ ...room, amount: 900 }]);
  await userEvent.click(page.getByRole('button', { name: '保存费用' }));
  const row = (kind: string, amount: number) => ({ kind, amount, note: '' });
  await expect
    .poll(() => saved()[1])
    .toEqual({ id: ID, costs: [row('room', 900)], was: [row('room', 800), row('travel', 50)] });
  // The next save is based on this one.
  await userEvent.fill(amounts(), '950');
  await userEvent.click(page.getByRole('button', { name: '保存费用' }));
  await expect.poll(() => saved()[2]).toEqual({ id: ID, costs: [row('room', 950)], was: [row('room', 900)] });
});
