import { href, type Locale } from '#src/i18n/locale.ts';

/* The tabs of `/admin/people/{id}`, in the URL. */

export const TABS = [
  'profile',
  'requirements',
  'study',
  'exams',
  'certificates',
  'hours',
  'signIns',
  'history',
] as const;
export type Tab = (typeof TABS)[number];

/** @param search query of the URL: `?tab=exams` */
export const tabOf = (search: string): Tab => {
  const given = new URLSearchParams(search).get('tab');
  return TABS.find((tab) => tab === given) ?? 'profile';
};

export const tabPath = (locale: Locale, userId: string, tab: Tab): string =>
  href(locale, `/admin/people/${userId}${tab === 'profile' ? '' : `?tab=${tab}`}`);
