import { expect, it } from 'vitest';
import {
  dateText,
  dateTimeText,
  dayOf,
  daysBetween,
  hourOf,
  inZone,
  offsetText,
  periodText,
  zonedTime,
} from './dates.ts';

it('formats times of the time zone in both languages', () => {
  const newYear = '2025-12-31T16:30:00.000Z';
  expect(dateTimeText(newYear, 'Asia/Shanghai', 'zh')).toBe('2026-01-01 00:30');
  expect(dateText(newYear, 'Asia/Shanghai', 'en')).toBe('Jan 1, 2026');
  expect(dateTimeText(newYear, 'UTC', 'en')).toBe('Dec 31, 2025, 16:30');
});

it('returns day, hour and offset of a time zone like dayjs', () => {
  const zones = ['Asia/Shanghai', 'UTC', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'Europe/Berlin'];
  for (const zone of zones) {
    for (let at = Date.UTC(2026, 0, 1); at < Date.UTC(2027, 0, 1); at += 5_000_000) {
      const there = inZone(at, zone);
      expect([dayOf(at, zone), hourOf(at, zone), offsetText(at, zone)]).toEqual([
        there.format('YYYY-MM-DD'),
        there.hour(),
        there.format('Z'),
      ]);
    }
  }
});

it('formats a period with the date of its end only if that is another day', () => {
  const startAt = '2026-03-01T15:00:00Z';
  expect(periodText({ startAt, endAt: '2026-03-01T15:30:00Z' }, 'Asia/Shanghai', 'zh')).toBe('2026-03-01 23:00–23:30');
  expect(periodText({ startAt, endAt: '2026-03-01T16:30:00Z' }, 'Asia/Shanghai', 'zh')).toBe(
    '2026-03-01 23:00–2026-03-02 00:30',
  );
  expect(periodText({ startAt, endAt: '2026-03-01T16:30:00Z' }, 'UTC', 'en')).toBe('Mar 1, 2026, 15:00–16:30');
});

it('supports zones west of UTC, half-hour offsets and daylight saving time', () => {
  expect(inZone('2026-07-01T12:00:00Z', 'America/New_York').format('HH:mm')).toBe('08:00');
  expect(inZone('2026-01-01T12:00:00Z', 'America/New_York').format('HH:mm')).toBe('07:00');
  expect(inZone('2026-01-01T12:00:00Z', 'Asia/Kolkata').format('HH:mm')).toBe('17:30');
  expect(inZone('2026-07-01T12:00:00Z', 'Europe/London').format('HH:mm')).toBe('13:00');
});

it('counts calendar days, not periods of 24 hours', () => {
  expect(daysBetween('2026-03-01T15:30:00Z', '2026-03-01T16:30:00Z', 'Asia/Shanghai')).toBe(1);
  expect(daysBetween('2026-03-01T16:30:00Z', '2026-03-02T15:59:00Z', 'Asia/Shanghai')).toBe(0);
  expect(daysBetween('2026-03-08T12:00:00Z', '2026-03-01T12:00:00Z', 'America/New_York')).toBe(-7);
});

it('reads local times, also around the change to daylight saving time', () => {
  const utc = (local: string, zone: string) => zonedTime(local, zone).toISOString();
  expect(utc('2026-11-23T14:00', 'Asia/Shanghai')).toBe('2026-11-23T06:00:00.000Z');
  expect(utc('2026-01-01T07:00', 'America/New_York')).toBe('2026-01-01T12:00:00.000Z');
  // Clocks change at 01:00 UTC on 29 March, from 02:00 to 03:00.
  expect(utc('2026-03-29T01:59', 'Europe/Oslo')).toBe('2026-03-29T00:59:00.000Z');
  expect(utc('2026-03-29T03:00', 'Europe/Oslo')).toBe('2026-03-29T01:00:00.000Z');
  expect(utc('2026-10-25T03:00', 'Europe/Oslo')).toBe('2026-10-25T02:00:00.000Z');
});
