import { inZone } from '#src/lib/dates.ts';

/** Hour of the tenant's day at which digests are sent. */
const HOUR = 8;

/**
 * The last moment at which a digest was due: today or yesterday at 8:00 in the tenant's time zone, of a weekly one on
 * Monday.
 */
export function digestBoundary(now: Date, timeZone: string, frequency: 'daily' | 'weekly'): Date {
  let day = inZone(now, timeZone).startOf('day');
  if (atHour(day) > now) day = day.subtract(1, 'day');
  if (frequency === 'weekly') day = day.subtract((day.day() + 6) % 7, 'day');
  return atHour(day);

  /** 8:00 of a day; the offset of the zone may have changed since midnight, or between the days. */
  function atHour(midnight: typeof day): Date {
    const guess = midnight.hour(HOUR).toDate();
    const hours = HOUR - inZone(guess, timeZone).hour();
    return new Date(guess.getTime() + hours * 3_600_000);
  }
}
