import type { Every } from '#src/contract/rules/report.ts';
import { inZone, zonedTime } from '#src/lib/dates.ts';

/** `day` of the week, 1 is Monday, or of the month; `hour` in the time zone of the enterprise. */
export type Times = { every: Every; day: number; hour: number };

/** Returns the first time of a schedule after a moment. What was missed while the portal was stopped is not made up for. */
export function nextTime({ every, day, hour }: Times, after: Date, timeZone: string): Date {
  const start = inZone(after, timeZone);
  for (let days = 0; days <= 62; days++) {
    const date = start.add(days, 'day');
    const isDay = every === 'day' || (every === 'week' ? (date.day() || 7) === day : date.date() === day);
    if (!isDay) continue;
    const at = zonedTime(`${date.format('YYYY-MM-DD')}T${String(hour).padStart(2, '0')}:00`, timeZone);
    if (at > after) return at;
  }
  throw new Error('A schedule has no next time');
}
