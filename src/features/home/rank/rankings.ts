import type { IconName } from '#src/components/icons.ts';
import type { Data } from '#src/contract/calls.ts';
import { pageOf } from '#src/lib/page-of.ts';

/** The list and the viewer's own place of each ranking (docs/decisions/020). */
export const CALLS = {
  points: [
    'POST /user/auth/enterprise/user/account/integral/rank/page',
    'GET /user/auth/enterprise/user/account/current/integral/rank',
  ],
  credits: [
    'POST /user/auth/enterprise/user/account/credit/hour/rank/page',
    'GET /user/auth/enterprise/user/account/credit/hour/rank',
  ],
  hours: [
    'POST /user/auth/enterprise/user/account/credit/course/hour/rank/page',
    'GET /user/auth/enterprise/user/account/credit/course/hour/current/rank',
  ],
} as const;
export type RankPage = Data<(typeof CALLS)['points'][0]>;
export type OwnRank = Data<(typeof CALLS)['points'][1]>;

/**
 * The rankings in display order, with the suggested page for unranked members and the number of rows on the dashboard
 * (docs/specification.md, section "Rankings").
 */
export const RANKINGS = [
  { by: 'points', icon: 'coins', next: '/sign/sign', lines: 3 },
  { by: 'credits', icon: 'star', next: '/knowledge', lines: 3 },
  { by: 'hours', icon: 'clock', next: '/knowledge', lines: 6 },
] as const satisfies readonly { by: string; icon: IconName; next: string; lines: number }[];
export type By = (typeof RANKINGS)[number]['by'];

/** Lines of a page of `/home/rank`. */
export const LINES = 10;

export type RankQuery = { by: By; year: number | undefined; page: number };

/** Chinese form of a URL of `/home/rank`; defaults are omitted. */
export function rankPath({ by = 'points', year, page = 1 }: Partial<RankQuery>): string {
  const query = new URLSearchParams();
  if (by !== 'points') query.set('by', by);
  if (year !== undefined) query.set('year', String(year));
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `/home/rank?${query}` : '/home/rank';
}

/** Parses a URL of `/home/rank`; invalid values are ignored. */
export function readRankQuery(query: URLSearchParams): RankQuery {
  const asked = query.get('year');
  const year = Number(asked);
  return {
    by: RANKINGS.find(({ by }) => by === query.get('by'))?.by ?? 'points',
    year: asked && Number.isInteger(year) && (year === 0 || (year >= 2000 && year <= 2200)) ? year : undefined,
    page: pageOf({ searchParams: query }),
  };
}

/** Input of the list that a query shows a page of. */
export const rankInput = ({ year, page }: RankQuery) => ({ year, pageCurrent: page, pageSize: LINES });
