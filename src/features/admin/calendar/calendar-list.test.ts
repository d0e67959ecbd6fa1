import { expect, it } from 'vitest';
import { byDay, type Entry, monthAfter, periodOf } from './calendar-list.ts';

it('shows whole weeks of a month, a week from Monday, or the days of a month', () => {
  expect(periodOf('month', '2026-11-27')).toEqual({ from: '2026-10-26', until: '2026-12-07' });
  expect(periodOf('month', '2027-02-01')).toEqual({ from: '2027-02-01', until: '2027-03-01' });
  expect(periodOf('week', '2026-11-29')).toEqual({ from: '2026-11-23', until: '2026-11-30' });
  expect(periodOf('list', '2026-12-31')).toEqual({ from: '2026-12-01', until: '2027-01-01' });
  expect(monthAfter('2026-01-31', -1)).toBe('2025-12-01');
});

it('puts what lasts beyond midnight on each of its days, in the time zone of the enterprise', () => {
  const entry = (startAt: string, endAt: string) => ({ startAt, endAt }) as Entry;
  const night = entry('2026-11-26T14:00:00.000Z', '2026-11-26T18:00:00.000Z');
  const untilMidnight = entry('2026-11-26T12:00:00.000Z', '2026-11-26T16:00:00.000Z');
  const days = byDay([night, untilMidnight], { from: '2026-11-26', until: '2026-11-28' }, 'Asia/Shanghai');
  expect(days).toEqual([
    ['2026-11-26', [night, untilMidnight]],
    ['2026-11-27', [night]],
  ]);
});
