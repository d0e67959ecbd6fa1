import type { Data } from '#src/contract/calls.ts';
import { href, type Locale } from '#src/i18n/locale.ts';
import { pageOf } from '#src/lib/page-of.ts';

/* The query of `/admin/accommodations`, and the call of its list. */

export type Accommodation = Data<'POST /exam/auth/exam/accommodation/page'>['list'][number];
export type Desk = { keyword?: string; state?: Accommodation['state']; page: number };

export const STATES = ['current', 'later', 'ended'] as const;

/** Invalid values are ignored. */
export function readDesk(url: URL): Desk {
  const query = url.searchParams;
  return {
    keyword: query.get('keyword')?.trim().slice(0, 100) || undefined,
    state: STATES.find((state) => state === query.get('state')),
    page: pageOf(url),
  };
}

export const deskPage = ({ page, ...filter }: Desk) =>
  ['POST /exam/auth/exam/accommodation/page', { pageCurrent: page, ...filter }] as const;

/** URL of the list with these filters. */
export function deskLink(locale: Locale, desk: Partial<Desk>): string {
  const all = Object.entries(desk).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]));
  return href(locale, `/admin/accommodations?${new URLSearchParams(all)}`);
}
