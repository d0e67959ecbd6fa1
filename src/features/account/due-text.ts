import type { Translate } from '#src/i18n/format.ts';
import type { Locale } from '#src/i18n/locale.ts';
import { dateText, daysBetween } from '#src/lib/dates.ts';

type Reader = { t: Translate; locale: Locale; now: string | Date; timeZone: string };

/** Start date, days left or the passed end of a task, with its colour class. */
export function dueText(
  { t, locale, now, timeZone }: Reader,
  { startAt, endAt, acceptsLate }: { startAt: string; endAt: string; acceptsLate: boolean },
): { text: string; tone: string } {
  if (new Date(endAt) <= new Date(now)) {
    if (acceptsLate)
      return { text: t('record:task.due.late', { date: dateText(endAt, timeZone, locale) }), tone: 'text-error' };
    // Nothing can be done about it any more: no alarm.
    return { text: t('record:task.due.over', { date: dateText(endAt, timeZone, locale) }), tone: 'text-muted' };
  }
  if (new Date(startAt) > new Date(now)) {
    return { text: t('record:task.due.starts', { date: dateText(startAt, timeZone, locale) }), tone: 'text-muted' };
  }
  const days = daysBetween(now, endAt, timeZone);
  return {
    text: days === 0 ? t('record:task.due.today') : t('record:task.due.in', { count: days }),
    tone: days <= 3 ? 'text-warning' : 'text-muted',
  };
}
