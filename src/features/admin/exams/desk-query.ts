import { href, type Locale } from '#src/i18n/locale.ts';
import { pageOf } from '#src/lib/page-of.ts';

/* The query of `/admin/exams`, and the call of its list. */

export type Desk = { keyword?: string; published?: boolean; page: number };

/** Invalid values are ignored. */
export function readDesk(url: URL): Desk {
  const query = url.searchParams;
  const published = query.get('published');
  return {
    keyword: query.get('keyword')?.trim().slice(0, 100) || undefined,
    published: published === 'true' ? true : published === 'false' ? false : undefined,
    page: pageOf(url),
  };
}

export const deskPage = ({ page, ...filter }: Desk) =>
  ['POST /exam/auth/exam/admin/page', { pageCurrent: page, ...filter }] as const;

/** URL of the list with these filters. */
export function deskLink(locale: Locale, desk: Partial<Desk>): string {
  const all = Object.entries(desk).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]));
  return href(locale, `/admin/exams?${new URLSearchParams(all)}`);
}
