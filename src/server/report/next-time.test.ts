import { expect, test } from 'vitest';
import { nextTime } from './next-time.ts';

const next = (every: 'day' | 'week' | 'month', day: number, after: string, zone = 'Asia/Shanghai') =>
  nextTime({ every, day, hour: 8 }, new Date(after), zone).toISOString();

test('the next time is after the moment, in the time zone of the enterprise', () => {
  expect(next('day', 1, '2026-03-01T23:59:59.999Z')).toBe('2026-03-02T00:00:00.000Z');
  expect(next('day', 1, '2026-03-02T00:00:00.000Z')).toBe('2026-03-03T00:00:00.000Z');
  // 2026-03-02 is a Monday.
  expect(next('week', 1, '2026-03-02T00:00:00.000Z')).toBe('2026-03-09T00:00:00.000Z');
  expect(next('week', 7, '2026-03-02T00:00:00.000Z')).toBe('2026-03-08T00:00:00.000Z');
  expect(next('month', 28, '2026-02-28T00:00:00.000Z')).toBe('2026-03-28T00:00:00.000Z');
  expect(next('month', 1, '2026-12-31T23:00:00.000Z')).toBe('2027-01-01T00:00:00.000Z');
});

test('the hour stays the same when daylight saving time begins', () => {
  expect(next('day', 1, '2026-03-28T12:00:00.000Z', 'Europe/Berlin')).toBe('2026-03-29T06:00:00.000Z');
  expect(next('day', 1, '2026-03-27T12:00:00.000Z', 'Europe/Berlin')).toBe('2026-03-28T07:00:00.000Z');
});
