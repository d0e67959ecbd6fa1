import { z } from 'zod';
import { MAX_ITEMS } from '#src/lib/list-limits.ts';
import { Amount, page, paged, whole } from './common.ts';
import { define } from './define.ts';

/** A calendar year in the tenant's time zone, by default the present one; 0: all years together. */
const RankYear = whole(0, 2200).refine((year) => year === 0 || year >= 2000, { error: 'field.invalid' });

/** A line of a ranking. Who it is cannot be looked up any further: no ids. */
export const RankRow = z.object({
  /** Competition ranking: equal totals share a place, and the next one is as many places further down. */
  rank: z.number().int(),
  userName: z.string(),
  headPortrait: z.string().nullable(),
  sex: z.number().int(),
  department: z.string().nullable(),
  total: Amount,
  /** The viewer's own line. */
  mine: z.boolean(),
});

/** The viewer's own place. Whoever has nothing yet, or less, has none. */
export const OwnRank = z.object({
  /** The year that it is of; 0: all years. */
  year: z.number().int(),
  rank: z.number().int().nullable(),
  /** Line of the whole list, 1-based, counted over equal totals too: the page it is on follows from this. */
  position: z.number().int().nullable(),
  total: Amount,
  /** What is missing to the total of the next better place; null: there is none. */
  distance: Amount.nullable(),
  /** People who are ranked. */
  totalCount: z.number().int(),
  /** Years in which anybody is ranked, newest first; always this year too. */
  years: z.array(z.number().int()).max(MAX_ITEMS.years),
});

const rankPage = <const S extends string>(what: S, pageSize: number) =>
  ({
    summary: `Ranking by ${what}, of one year or of all`,
    auth: 'enterprise',
    input: paged(pageSize).extend({ year: RankYear.optional() }),
    data: page(RankRow).extend({ year: z.number().int() }),
  }) as const;
const ownRank = <const S extends string>(what: S) =>
  ({
    summary: `The signed-in person's own place by ${what}`,
    auth: 'enterprise',
    input: z.object({ year: RankYear.optional() }),
    data: OwnRank,
  }) as const;

/** Spec section 7, "Rankings"; which path is which: docs/decisions/020. Page sizes: spec section 9. */
export const ranking = define({
  'POST /user/auth/enterprise/user/account/integral/rank/page': rankPage('points', 3),
  'GET /user/auth/enterprise/user/account/current/integral/rank': ownRank('points'),
  'POST /user/auth/enterprise/user/account/credit/hour/rank/page': rankPage('credits', 3),
  'GET /user/auth/enterprise/user/account/credit/hour/rank': ownRank('credits'),
  'POST /user/auth/enterprise/user/account/credit/course/hour/rank/page': rankPage('class hours', 6),
  'GET /user/auth/enterprise/user/account/credit/course/hour/current/rank': ownRank('class hours'),
});
