import { expect, it } from 'vitest';
import { dateText, dateTimeText, daysBetween, inZone } from './dates.ts';

it('shows the clocks of the zone, in either language', () => {
  const newYear = '2025-12-31T16:30:00.000Z';
  expect(dateTimeText(newYear, 'Asia/Shanghai', 'zh')).toBe('2026-01-01 00:30');
  expect(dateText(newYear, 'Asia/Shanghai', 'en')).toBe('Jan 1, 2026');
  expect(dateTimeText(newYear, 'UTC', 'en')).toBe('Dec 31, 2025, 16:30');
});

it('knows zones west of UTC, half hours and summer time', () => {
  expect(inZone('2026-07-01T12:00:00Z', 'America/New_York').format('HH:mm')).toBe('08:00');
  expect(inZone('2026-01-01T12:00:00Z', 'America/New_York').format('HH:mm')).toBe('07:00');
  expect(inZone('2026-01-01T12:00:00Z', 'Asia/Kolkata').format('HH:mm')).toBe('17:30');
  expect(inZone('2026-07-01T12:00:00Z', 'Europe/London').format('HH:mm')).toBe('13:00');
});

it('counts days by the calendar, not by 24 hours', () => {
  expect(daysBetween('2026-03-01T15:30:00Z', '2026-03-01T16:30:00Z', 'Asia/Shanghai')).toBe(1);
  expect(daysBetween('2026-03-01T16:30:00Z', '2026-03-02T15:59:00Z', 'Asia/Shanghai')).toBe(0);
  expect(daysBetween('2026-03-08T12:00:00Z', '2026-03-01T12:00:00Z', 'America/New_York')).toBe(-7);
});
