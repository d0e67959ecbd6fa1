import type { IconName } from '#src/components/icons.ts';
import type { Data } from '#src/contract/calls.ts';

export type RankPage = Data<'POST /user/auth/enterprise/user/account/integral/rank/page'>;
export type OwnRank = Data<'GET /user/auth/enterprise/user/account/current/integral/rank'>;

/** The rankings in the order in which they are shown, with where somebody who is not on one goes next. */
export const RANKINGS = [
  { by: 'points', icon: 'coins', next: '/sign/sign' },
  { by: 'credits', icon: 'star', next: '/knowledge' },
  { by: 'hours', icon: 'clock', next: '/knowledge' },
] as const satisfies readonly { by: string; icon: IconName; next: string }[];
export type By = (typeof RANKINGS)[number]['by'];

/** Lines of a page of `/home/rank`. */
export const LINES = 10;

type Query = { by?: By; year?: number | undefined; page?: number };

/** Chinese form of an address of `/home/rank`; what is as it is by default is left out. */
export function rankPath({ by = 'points', year, page = 1 }: Query): string {
  const query = new URLSearchParams();
  if (by !== 'points') query.set('by', by);
  if (year !== undefined) query.set('year', String(year));
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `/home/rank?${query}` : '/home/rank';
}

/** What an address of `/home/rank` asks for; nonsense counts as nothing. */
export function readRankQuery(query: URLSearchParams): { by: By; year: number | undefined } {
  const asked = query.get('year');
  const year = Number(asked);
  return {
    by: RANKINGS.find(({ by }) => by === query.get('by'))?.by ?? 'points',
    year: asked && Number.isInteger(year) && (year === 0 || (year >= 2000 && year <= 2200)) ? year : undefined,
  };
}
