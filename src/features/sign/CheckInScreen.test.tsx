import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { givenAnswer } from '#src/client/query.ts';
import type { Data } from '#src/contract/calls.ts';
import { answer, made, refuse } from '../../../tests/component/gateway.ts';
import { hydrate } from '../../../tests/component/render.ts';
import CheckInScreen from './CheckInScreen.tsx';
import { MONTH } from './use-check-in.ts';

const SAVE = 'POST /data/auth/user/sign/save';
const month: Data<typeof MONTH> = {
  signed: false,
  streak: 6,
  points: 6,
  offered: true,
  rules: { points: 1, bonusEvery: 7, bonusPoints: 5 },
  today: '2026-11-22',
  month: '2026-11',
  list: ['16', '17', '18', '19', '20', '21'].map((day) => ({ day: `2026-11-${day}`, points: 1 })),
  longestStreak: 6,
  totalDays: 8,
  firstMonth: '2026-10',
};
const show = (given: Data<typeof MONTH>, input = {}) =>
  hydrate(CheckInScreen, { given: givenAnswer(MONTH, input, given), input, timeZone: 'Asia/Shanghai' });
const signedDays = () =>
  page
    .getByRole('cell')
    .elements()
    .filter(({ textContent }) => textContent.includes('已签到')).length;

test('a check-in shows in the calendar, the streak and the totals at once', async () => {
  answer(SAVE, { day: '2026-11-22', streak: 7, points: 6, annualPoints: 14, totalPoints: 14 });
  const after = [...month.list, { day: '2026-11-22', points: 6 }];
  answer(MONTH, { ...month, signed: true, streak: 7, longestStreak: 7, totalDays: 9, list: after });
  await show(month);
  expect(signedDays()).toBe(6);
  await expect
    .element(page.getByRole('link', { name: '2026年10月' }))
    .toHaveAttribute('href', '/sign/sign?month=2026-10');
  await userEvent.click(page.getByRole('button', { name: '签到 +6 积分' }));
  await expect.element(page.getByRole('button', { name: '今日已签到' })).toHaveFocus();
  expect(signedDays()).toBe(7);
  await expect.element(page.getByText('+6', { exact: true })).toBeVisible();
  expect(
    page
      .getByRole('definition')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['7', '9']);
  await expect.poll(() => made.map(({ call }) => call)).toEqual([SAVE, MONTH]);
});

test('a refused check-in is taken back, also when another month is shown', async () => {
  refuse(SAVE, 500, '出错了');
  await show({ ...month, month: '2026-10', list: [] }, { month: '2026-10' });
  await userEvent.click(page.getByRole('button', { name: '签到 +6 积分' }));
  await expect.poll(() => made.map(({ call }) => call)).toEqual([SAVE]);
  await expect.element(page.getByRole('button', { name: '签到 +6 积分' })).toBeEnabled();
  expect(signedDays()).toBe(0);
});

test('midnight in the time zone of the tenant shows the new day', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-22T15:59:30Z'), toFake: ['setInterval', 'clearInterval', 'Date'] });
  try {
    answer(MONTH, { ...month, today: '2026-11-23', signed: false, streak: 7 });
    await show({ ...month, signed: true, streak: 7 });
    await expect.element(page.getByRole('heading', { name: '11月22日' })).toBeVisible();
    vi.advanceTimersByTime(60_000);
    await expect.element(page.getByRole('heading', { name: '11月23日' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: '签到 +6 积分' })).toBeEnabled();
  } finally {
    vi.useRealTimers();
  }
});
