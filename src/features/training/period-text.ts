import type { Locale } from '#src/i18n/locale.ts';
import { dateTimeText, dayOf, inZone } from '#src/lib/dates.ts';

type Period = { startAt: string; endAt: string };

/** `2026-03-01 09:00–11:30`; the date of the end only if it is another day. */
export function periodText({ startAt, endAt }: Period, timeZone: string, locale: Locale): string {
  const sameDay = dayOf(startAt, timeZone) === dayOf(endAt, timeZone);
  const end = sameDay ? inZone(endAt, timeZone).format('HH:mm') : dateTimeText(endAt, timeZone, locale);
  return `${dateTimeText(startAt, timeZone, locale)}–${end}`;
}

/** `09:05` in the tenant's time zone. */
export const timeOf = (at: string, timeZone: string): string => inZone(at, timeZone).format('HH:mm');
