import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);
dayjs.extend(timezone);

const relative = /^([+-])(?:(\d{1,4})d)?(?:(\d{1,2})h)?$/;
const absolute = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(?::\d{2})?)?(Z|[+-]\d{2}:\d{2})?$/;

/** Whether `text` is a valid moment: `-30d`, `+3d14h`, `2026-05-01`, `2026-05-01T09:00`, `…+08:00`. */
export function isMoment(text: string): boolean {
  if (relative.test(text)) return /\d/.test(text);
  const match = absolute.exec(text);
  if (!match || (match[3] && !match[2])) return false;
  const [year, month, day] = match[1]!.split('-').map(Number) as [number, number, number];
  const date = new Date(Date.UTC(year, month - 1, day));
  const realDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return realDay && !Number.isNaN(Date.parse(`${match[1]}${match[2] ?? 'T00:00'}${match[3] ?? 'Z'}`));
}

/**
 * Resolves a moment of a pack. A relative moment counts whole days from the day of import in the tenant's time zone and then
 * adds hours: `-2d9h` is 09:00 two days ago. Two imports on the same day therefore give the same times.
 * @param text valid according to `isMoment`
 */
export function resolveMoment(text: string, now: Date, timeZone: string): Date {
  const match = relative.exec(text);
  if (match) {
    const days = Number(match[2] ?? 0) * (match[1] === '-' ? -1 : 1);
    const hours = Number(match[3] ?? 0) * (match[1] === '-' && match[2] === undefined ? -1 : 1);
    // Days are added before the time zone is applied, so that daylight saving time does not shift the hour.
    const day = dayjs(now).tz(timeZone).format('YYYY-MM-DD');
    const wall = dayjs.utc(day).add(days, 'day').add(hours, 'hour').format('YYYY-MM-DDTHH:mm:ss');
    return dayjs.tz(wall, timeZone).toDate();
  }
  if (/(Z|[+-]\d{2}:\d{2})$/.test(text) && text.includes('T')) return new Date(text);
  return dayjs.tz(text, timeZone).toDate();
}
