import type { Data } from '#src/contract/calls.ts';
import { href, type Locale } from '#src/i18n/locale.ts';
import { isUuid } from '#src/lib/uuid.ts';
import { pageOf } from '#src/lib/page-of.ts';

/* The query of `/admin/certificates`, and the calls of its list. */

export type Issued = Data<'POST /course/auth/certificate/issued/page'>['list'][number];
export type Desk = { keyword?: string; certificateId?: string; status?: Issued['status']; page: number };

export const STATUSES = ['held', 'expired', 'revoked'] as const;

/** Invalid values are ignored. */
export function readDesk(url: URL): Desk {
  const query = url.searchParams;
  const certificateId = query.get('certificateId') ?? '';
  return {
    keyword: query.get('keyword')?.trim().slice(0, 100) || undefined,
    certificateId: isUuid(certificateId) ? certificateId : undefined,
    status: STATUSES.find((status) => status === query.get('status')),
    page: pageOf(url),
  };
}

export const deskPage = ({ page, ...filter }: Desk) =>
  ['POST /course/auth/certificate/issued/page', { pageCurrent: page, ...filter }] as const;
export const kindList = () => ['GET /course/auth/certificate/list', {}] as const;

/** URL of the list with these filters. */
export function deskLink(locale: Locale, desk: Partial<Desk>): string {
  const all = Object.entries(desk).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]));
  return href(locale, `/admin/certificates?${new URLSearchParams(all)}`);
}
