import type { Data } from '#src/contract/calls.ts';
import type { Translate } from '#src/i18n/format.ts';
import type { Locale } from '#src/i18n/locale.ts';
import { dateTimeText } from '#src/lib/dates.ts';

type Lock = NonNullable<Data<'GET /course/api/course/info/view'>['catalogue'][number]['lock']>;

/** Why an item of a course cannot be opened yet, in words. */
export function lockText(
  { waitsFor, releaseAt, releaseDays }: Lock,
  { t, locale, timeZone }: { t: Translate; locale: Locale; timeZone: string },
): string {
  return [
    releaseAt && t('course:lock.date', { date: dateTimeText(releaseAt, timeZone, locale) }),
    releaseDays !== null && t('course:lock.days', { count: releaseDays }),
    waitsFor !== null && t('course:lock.order', { title: waitsFor }),
  ]
    .filter(Boolean)
    .join(' · ');
}
