const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Descending; months and years have their average length. */
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
 * Formats the time since a date, in years, months, weeks, days, hours or minutes.
 * @param now passed in, because the server's HTML and the browser's first render must be equal
 * @returns e.g. `3 minutes ago`, `3分钟前`; null within the last minute, which is shown as `common:justNow`
 */
export function relativeTime(moment: string | number | Date, now: number | Date, language: 'zh' | 'en'): string | null {
  // With a slow clock the time can be in the future.
  const past = Math.max(0, Number(now) - Number(new Date(moment)));
  const found = UNITS.find(([, length]) => past >= length);
  if (!found) return null;
  let format = formats.get(language);
  if (!format) formats.set(language, (format = new Intl.RelativeTimeFormat(language)));
  return format.format(-Math.floor(past / found[1]), found[0]);
}
