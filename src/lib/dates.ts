import dayjs, { type Dayjs } from 'dayjs';
import utc from 'dayjs/plugin/utc.js';

dayjs.extend(utc);

type Moment = string | number | Date;
type Language = 'zh' | 'en';

/** Zones change their offset on quarters of an hour at most. */
const QUARTER = 900_000;
const MAX_KEPT = 20_000;
const zones = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, number>();

/** Minutes that a time zone is ahead of UTC at a moment. (`dayjs.tz` makes a formatter anew for each date, which is slow.) */
function offset(at: number, timeZone: string): number {
  const key = `${timeZone} ${Math.floor(at / QUARTER)}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  let zone = zones.get(timeZone);
  if (!zone) zones.set(timeZone, (zone = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })));
  const text = zone.formatToParts(at).find(({ type }) => type === 'timeZoneName')!.value;
  const [, sign, hours = '0', minutes = '0'] = /GMT(?:([+-])(\d+):(\d+))?/.exec(text)!;
  const found = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  if (offsets.size >= MAX_KEPT) offsets.clear();
  offsets.set(key, found);
  return found;
}

/** A moment on the clocks of a time zone (IANA name; the tenant's). */
export function inZone(moment: Moment, timeZone: string): Dayjs {
  const at = dayjs.utc(moment);
  const minutes = offset(at.valueOf(), timeZone);
  // dayjs takes small offsets for hours; within an hour of UTC there is nothing to do it with but adding.
  return Math.abs(minutes) < 16 ? at.add(minutes, 'minute') : at.utcOffset(minutes);
}

/** The day that it is by the calendar of a time zone: `2026-03-01`. */
export function dayOf(moment: Moment, timeZone: string): string {
  return inZone(moment, timeZone).format('YYYY-MM-DD');
}

const texts = new Map<string, string>();

/** A date is written on many pages, and each time dayjs takes some 10 µs for it. */
function written(moment: Moment, timeZone: string, format: string): string {
  const key = `${+new Date(moment)} ${timeZone} ${format}`;
  let text = texts.get(key);
  if (text === undefined) {
    text = inZone(moment, timeZone).format(format);
    if (texts.size >= MAX_KEPT) texts.clear();
    texts.set(key, text);
  }
  return text;
}

/** `2026-03-01`, in English `Mar 1, 2026`. */
export function dateText(moment: Moment, timeZone: string, language: Language): string {
  return written(moment, timeZone, language === 'zh' ? 'YYYY-MM-DD' : 'MMM D, YYYY');
}

/** `2026-03-01 09:05`, in English `Mar 1, 2026, 09:05`. */
export function dateTimeText(moment: Moment, timeZone: string, language: Language): string {
  return written(moment, timeZone, language === 'zh' ? 'YYYY-MM-DD HH:mm' : 'MMM D, YYYY, HH:mm');
}

/** Days from one moment to another by the calendar of a time zone: 0 is the same day, negative is past. */
export function daysBetween(from: Moment, to: Moment, timeZone: string): number {
  const day = (moment: Moment) => {
    const at = +new Date(moment);
    return Math.floor((at + offset(at, timeZone) * 60_000) / 86_400_000);
  };
  return day(to) - day(from);
}
