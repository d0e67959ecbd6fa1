import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { givenAnswer } from '#src/client/query.ts';
import { $toasts } from '#src/client/session.store.ts';
import { answer, made, refuse } from '../../../tests/component/gateway.ts';
import { hydrate } from '../../../tests/component/render.ts';
import CheckInCard from './CheckInCard.tsx';
import { HOME } from './use-check-in.ts';

const SAVE = 'POST /data/auth/user/sign/save';
const weekOf = (signed: string) =>
  ['16', '17', '18', '19', '20', '21', '22'].map((day) => ({ day: `2026-11-${day}`, signed: day <= signed }));
const checkIn = { today: '2026-11-18', signed: false, streak: 2, points: 1, offered: true, week: weekOf('17') };
const home = (after: Partial<typeof checkIn>) =>
  ({ checkIn: { ...checkIn, ...after }, annualPoints: 10, totalPoints: 20, decided: [] }) as never;
const show = () =>
  hydrate(CheckInCard, {
    given: givenAnswer(HOME, {}, { checkIn, annualPoints: 10, totalPoints: 20, decided: [] }),
    timeZone: 'Asia/Shanghai',
  });
const days = () =>
  page
    .getByRole('listitem')
    .elements()
    .filter(({ textContent }) => textContent.includes('已签到')).length;
const button = (name: string) => page.getByRole('button', { name });

beforeEach(() => $toasts.set([]));

test('one press checks in at once, once, and keeps the focus', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  answer(SAVE, async () => {
    await held;
    return { day: '2026-11-18', streak: 3, points: 1, annualPoints: 11, totalPoints: 21 };
  });
  answer(HOME, home({ signed: true, streak: 3, week: weekOf('18') }));
  await show();
  expect(days()).toBe(2);
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}{Enter}');
  await expect.element(button('今日已签到')).toHaveFocus();
  expect(days()).toBe(3);
  await expect.element(page.getByRole('strong')).toHaveTextContent('3');
  release();
  await expect.poll(() => made.map(({ call }) => call)).toEqual([SAVE, HOME]);
  await expect.poll(() => $toasts.get().map(({ text }) => text)).toEqual(['签到成功，获得 1 积分']);
  await userEvent.keyboard('{Enter}');
  expect(made.filter(({ call }) => call === SAVE)).toHaveLength(1);
});

test('what the server refuses is taken back', async () => {
  refuse(SAVE, 500, '出错了');
  await show();
  await userEvent.click(button('签到 +1 积分'));
  await expect.poll(() => $toasts.get().map(({ text }) => text)).toEqual(['出错了']);
  await expect.element(button('签到 +1 积分')).toBeEnabled();
  expect(days()).toBe(2);
});

test('when the session has ended, nothing is shown as done', async () => {
  // URLs with `cid` are not redirected to the login page, which a component test could not follow.
  history.replaceState(null, '', '?cid=1');
  refuse(SAVE, 300, '请先登录');
  await show();
  await userEvent.click(button('签到 +1 积分'));
  await expect.poll(() => made.map(({ call }) => call)).toEqual([SAVE]);
  await expect.element(button('签到 +1 积分')).toBeEnabled();
  expect(days()).toBe(2);
});

test('a page of yesterday shows the day that the server counted', async () => {
  answer(SAVE, { day: '2026-11-19', streak: 1, points: 1, annualPoints: 11, totalPoints: 21 });
  answer(
    HOME,
    home({
      today: '2026-11-19',
      signed: true,
      streak: 1,
      week: weekOf('17').with(3, { day: '2026-11-19', signed: true }),
    }),
  );
  await show();
  await userEvent.click(button('签到 +1 积分'));
  await expect.element(page.getByRole('strong')).toHaveTextContent('1');
  const today = page.getByRole('listitem').elements()[3]!;
  expect(today.getAttribute('aria-current')).toBe('date');
});
