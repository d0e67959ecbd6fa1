import dayjs, { type Dayjs } from 'dayjs';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);

type Moment = string | number | Date;
type Language = 'zh' | 'en';

/** Offsets change at multiples of 15 minutes only. */
const QUARTER_HOUR_MS = 900_000;
const MINUTE_MS = 60_000;
const MAX_CACHED = 20_000;
const zones = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, number>();

/**
 * Offset of a time zone from UTC at a point in time, minutes. (`dayjs.tz` creates a formatter for each date, which is
 * slow.)
 */
function offset(at: number, timeZone: string): number {
  const key = `${timeZone} ${Math.floor(at / QUARTER_HOUR_MS)}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  let zone = zones.get(timeZone);
  if (!zone) zones.set(timeZone, (zone = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })));
  const text = zone.formatToParts(at).find(({ type }) => type === 'timeZoneName')!.value;
  const [, sign, hours = '0', minutes = '0'] = /GMT(?:([+-])(\d+):(\d+))?/.exec(text)!;
  const found = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  if (offsets.size >= MAX_CACHED) offsets.clear();
  offsets.set(key, found);
  return found;
}

/** Converts a point in time to a time zone (IANA name, usually the tenant's). */
export function inZone(moment: Moment, timeZone: string): Dayjs {
  const at = dayjs.utc(moment);
  const minutes = offset(at.valueOf(), timeZone);
  // dayjs interprets small offsets as hours; offsets within an hour of UTC have to be added.
  return Math.abs(minutes) < 16 ? at.add(minutes, 'minute') : at.utcOffset(minutes);
}

/**
 * Returns the point in time of a local date and time.
 * @param local `2026-03-01T09:05`. In the hour that daylight saving time skips: the same time after it
 */
export function zonedTime(local: string, timeZone: string): Date {
  const wall = Date.parse(`${local}Z`);
  const guess = wall - offset(wall, timeZone) * MINUTE_MS;
  return new Date(wall - offset(guess, timeZone) * MINUTE_MS);
}

/** Returns the calendar date in a time zone: `2026-03-01`. */
export function dayOf(moment: Moment, timeZone: string): string {
  const at = +new Date(moment);
  return new Date(at + offset(at, timeZone) * MINUTE_MS).toISOString().slice(0, 10);
}

/** Returns the hour of the day in a time zone, 0–23. */
export function hourOf(moment: Moment, timeZone: string): number {
  const at = +new Date(moment);
  return new Date(at + offset(at, timeZone) * MINUTE_MS).getUTCHours();
}

/** Returns the offset of a time zone from UTC at a point in time: `+08:00`. */
export function offsetText(moment: Moment, timeZone: string): string {
  const minutes = offset(+new Date(moment), timeZone);
  const two = (number: number) => String(number).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

const texts = new Map<string, string>();

/** Formats a time. Cached, because pages show many dates and dayjs takes about 10 µs for each. */
function formatted(moment: Moment, timeZone: string, format: string): string {
  const key = `${+new Date(moment)} ${timeZone} ${format}`;
  let text = texts.get(key);
  if (text === undefined) {
    text = inZone(moment, timeZone).format(format);
    if (texts.size >= MAX_CACHED) texts.clear();
    texts.set(key, text);
  }
  return text;
}

/** Formats a date: `2026-03-01`, in English `Mar 1, 2026`. */
export function dateText(moment: Moment, timeZone: string, language: Language): string {
  return formatted(moment, timeZone, language === 'zh' ? 'YYYY-MM-DD' : 'MMM D, YYYY');
}

/** Formats a calendar day, `2026-03-01`, as `dateText` does. */
export const dayText = (day: string, language: Language): string => dateText(day, 'UTC', language);

/** Formats date and time: `2026-03-01 09:05`, in English `Mar 1, 2026, 09:05`. */
export function dateTimeText(moment: Moment, timeZone: string, language: Language): string {
  return formatted(moment, timeZone, language === 'zh' ? 'YYYY-MM-DD HH:mm' : 'MMM D, YYYY, HH:mm');
}

/** Formats a time: `09:05`. */
export const timeOf = (moment: Moment, timeZone: string): string => formatted(moment, timeZone, 'HH:mm');

/** Formats a period: `2026-03-01 09:00–11:30`; the date of the end only if it is another day. */
export function periodText(
  { startAt, endAt }: { startAt: Moment; endAt: Moment },
  timeZone: string,
  language: Language,
): string {
  const sameDay = dayOf(startAt, timeZone) === dayOf(endAt, timeZone);
  const end = sameDay ? timeOf(endAt, timeZone) : dateTimeText(endAt, timeZone, language);
  return `${dateTimeText(startAt, timeZone, language)}–${end}`;
}

/** Returns the calendar days between two points in time in a time zone: 0 is the same day, negative is past. */
export function daysBetween(from: Moment, to: Moment, timeZone: string): number {
  const day = (moment: Moment) => {
    const at = +new Date(moment);
    return Math.floor((at + offset(at, timeZone) * MINUTE_MS) / 86_400_000);
  };
  return day(to) - day(from);
}
