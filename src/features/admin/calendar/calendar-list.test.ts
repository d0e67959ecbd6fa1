import { expect, it } from 'vitest';
import { byDay, dayByKey, type Entry, monthAfter, periodOf, plus } from './calendar-list.ts';

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

it('leads to days by keys: by day, week and month, also beyond what is shown', () => {
  const days = Array.from({ length: 42 }, (_, i) => plus('2026-10-26', i));
  const by = (key: string, from: string, more: { view?: 'week'; isWhole?: true } = {}) =>
    dayByKey(key, from, { days, view: 'month', isWhole: false, ...more });
  expect([by('ArrowLeft', '2026-11-01'), by('ArrowRight', '2026-12-06')]).toEqual(['2026-10-31', '2026-12-07']);
  expect([by('ArrowUp', '2026-11-01'), by('ArrowDown', '2026-11-30')]).toEqual(['2026-10-25', '2026-12-07']);
  expect([by('Home', '2026-11-01'), by('End', '2026-11-02')]).toEqual(['2026-10-26', '2026-11-08']);
  expect([by('Home', '2026-11-04', { isWhole: true }), by('End', '2026-11-04', { isWhole: true })]).toEqual([
    '2026-10-26',
    '2026-12-06',
  ]);
  expect([by('PageUp', '2026-12-31'), by('PageDown', '2027-01-31')]).toEqual(['2026-11-30', '2027-02-28']);
  expect([by('PageUp', '2027-01-01', { view: 'week' }), by('PageDown', '2026-12-31')]).toEqual([
    '2026-12-25',
    '2027-01-31',
  ]);
  expect([by('Enter', '2026-11-04'), by('ArrowLeft', '2026-11-04', { isWhole: true })]).toEqual([undefined, undefined]);
});
