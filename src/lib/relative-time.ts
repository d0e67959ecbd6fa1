const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** From the largest; months and years as long as they are on average. */
const UNITS = [
  ['year', 365.25 * DAY],
  ['month', 30.44 * DAY],
  ['week', 7 * DAY],
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
] as const;

const formats = new Map<string, Intl.RelativeTimeFormat>();

/**
 * How long ago something was, in years, months, weeks, days, hours or minutes (spec section 9).
 * @param now given and not looked up: the server's HTML and the browser's first render must agree
 * @returns e.g. `3 minutes ago`, `3分钟前`; null within the last minute, for which there is the text `common:justNow`
 */
export function relativeTime(moment: string | number | Date, now: number | Date, language: 'zh' | 'en'): string | null {
  // A clock that is behind sees the present in the future.
  const past = Math.max(0, Number(now) - Number(new Date(moment)));
  const found = UNITS.find(([, length]) => past >= length);
  if (!found) return null;
  let format = formats.get(language);
  if (!format) formats.set(language, (format = new Intl.RelativeTimeFormat(language)));
  return format.format(-Math.floor(past / found[1]), found[0]);
}
