import type { T } from '#src/i18n/server.ts';
import { dateText, daysBetween } from '#src/lib/dates.ts';

type Frame = { t: T; locale: 'zh' | 'en'; now: Date; tenant: { timeZone: string } };

/** What a person wants to know of a task's time: when it begins, how long there is, or how long it is over. */
export function dueText(
  { t, locale, now, tenant }: Frame,
  { startAt, endAt }: { startAt: string; endAt: string },
): { text: string; tone: string } {
  const days = daysBetween(now, endAt, tenant.timeZone);
  if (new Date(endAt) <= now) {
    return {
      text: days < 0 ? t('record:task.due.over', { count: -days }) : t('record:task.due.overToday'),
      tone: 'text-error',
    };
  }
  if (new Date(startAt) > now) {
    return {
      text: t('record:task.due.starts', { date: dateText(startAt, tenant.timeZone, locale) }),
      tone: 'text-muted',
    };
  }
  return {
    text: days === 0 ? t('record:task.due.today') : t('record:task.due.in', { count: days }),
    tone: days <= 3 ? 'text-warning' : 'text-muted',
  };
}
