import { describe, expect, it } from 'vitest';
import { momentOfWallTime, wallTimeOf } from './wall-time.ts';

describe('momentOfWallTime', () => {
  it.each([
    ['2026-05-04T09:00', 'Asia/Shanghai', '2026-05-04T01:00:00.000Z'],
    ['2026-01-04T00:30', 'America/New_York', '2026-01-04T05:30:00.000Z'],
    // The day on which the clocks change.
    ['2026-03-29T12:00', 'Europe/Berlin', '2026-03-29T10:00:00.000Z'],
    ['2026-10-25T12:00', 'Europe/Berlin', '2026-10-25T11:00:00.000Z'],
  ])('%s in %s', (text, timeZone, expected) => {
    const moment = momentOfWallTime(text, timeZone)!;
    expect(moment.toISOString()).toBe(expected);
    expect(wallTimeOf(moment, timeZone)).toBe(text);
  });

  it.each(['', '2026-05-04', '2026-13-40T09:00', 'tomorrow'])('is null for %j', (text) =>
    expect(momentOfWallTime(text, 'Asia/Shanghai')).toBeNull(),
  );
});
