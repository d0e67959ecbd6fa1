import { describe, expect, it } from 'vitest';
import { checkInPoints, checkInState, dayAfter, weekday } from './check-in.ts';

describe('check-in', () => {
  it('adds bonus points on every seventh consecutive day', () => {
    expect([1, 2, 6, 7, 8, 13, 14].map((streak) => checkInPoints(streak))).toEqual([1, 1, 1, 6, 1, 1, 6]);
  });

  it('continues the streak after yesterday and restarts it after a missed day', () => {
    const today = '2026-03-01';
    expect(checkInState(today, null)).toEqual({ signed: false, streak: 0, points: 1, offered: true });
    expect(checkInState(today, { day: '2026-02-28', streak: 6 })).toEqual({
      signed: false,
      streak: 6,
      points: 6,
      offered: true,
    });
    expect(checkInState(today, { day: today, streak: 7 })).toEqual({
      signed: true,
      streak: 7,
      points: 6,
      offered: true,
    });
    expect(checkInState(today, { day: '2026-02-27', streak: 6 })).toEqual({
      signed: false,
      streak: 0,
      points: 1,
      offered: true,
    });
  });

  it('follows the rules of the enterprise', () => {
    const rules = { enabled: true, checkIn: true, checkInPoints: 2, bonusEvery: 3, bonusPoints: 10 };
    expect([1, 2, 3, 4, 6].map((streak) => checkInPoints(streak, rules))).toEqual([2, 2, 12, 2, 12]);
    expect(checkInPoints(3, { ...rules, enabled: false })).toBe(0);
    expect(checkInState('2026-03-01', null, { ...rules, checkIn: false })).toMatchObject({ points: 2, offered: false });
  });

  it('computes days across months, years and leap days, and weekdays', () => {
    expect([dayAfter('2026-12-31'), dayAfter('2028-03-01', -1), dayAfter('2026-03-29', 7)]).toEqual([
      '2027-01-01',
      '2028-02-29',
      '2026-04-05',
    ]);
    expect(['2026-11-16', '2026-11-21', '2026-11-22'].map(weekday)).toEqual([0, 5, 6]);
  });
});
