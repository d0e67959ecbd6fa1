import type { Locale } from '#src/i18n/locale.ts';

type Style = 'weekday' | 'day' | 'month';
const OPTIONS: Record<Style, Intl.DateTimeFormatOptions> = {
  weekday: { weekday: 'narrow' },
  day: { month: 'long', day: 'numeric' },
  month: { year: 'numeric', month: 'long' },
};
const formats = new Map<string, Intl.DateTimeFormat>();

/** Calendar dates (`2026-03-01`) have no time, so they are formatted without a time zone. */
function text(day: string, locale: Locale, style: Style): string {
  const key = `${locale} ${style}`;
  let format = formats.get(key);
  if (!format) formats.set(key, (format = new Intl.DateTimeFormat(locale, { ...OPTIONS[style], timeZone: 'UTC' })));
  return format.format(Date.parse(day));
}

/** `日`, `S` */
export const weekdayName = (day: string, locale: Locale) => text(day, locale, 'weekday');
/** `3月1日`, `March 1` */
export const longDay = (day: string, locale: Locale) => text(day, locale, 'day');
/** `2026年3月`, `March 2026` */
export const monthName = (day: string, locale: Locale) => text(day, locale, 'month');
