import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { RANKING_KINDS, RANKING_NAMES } from './rules/policy.ts';
import { Amount, page, paged, whole } from './common.ts';
import { define } from './define.ts';

/** A calendar year in the tenant's time zone, by default the current one; 0: all years. */
const RankYear = whole(0, 2200).refine((year) => year === 0 || year >= 2000, { error: 'field.invalid' });

/** A row of a ranking. Contains no ids, so that it cannot be used as a directory. */
export const RankRow = z.object({
  /** Competition ranking: equal totals share a place, and the following places are skipped. */
  rank: z.number().int(),
  userName: z.string(),
  headPortrait: z.string().nullable(),
  sex: z.number().int(),
  department: z.string().nullable(),
  total: Amount,
  /** The viewer's own row. */
  mine: z.boolean(),
});

/** The viewer's own place. Members with a total of zero or less are not ranked. */
export const OwnRank = z.object({
  /** The year; 0: all years. */
  year: z.number().int(),
  rank: z.number().int().nullable(),
  /** Row number in the whole list, 1-based; determines the page. */
  position: z.number().int().nullable(),
  total: Amount,
  /** Difference to the total of the next better place; null for the first place. */
  distance: Amount.nullable(),
  /** Number of ranked members. */
  totalCount: z.number().int(),
  /** Years with entries, newest first; always includes the current year. */
  years: z.array(z.number().int()).max(MAX_ITEMS.years),
  /** Whether the enterprise shows this ranking, and this year of it; otherwise its list is empty, and nobody has a place. */
  shown: z.boolean(),
  /** Rankings that the enterprise shows. */
  kinds: z.array(z.enum(RANKING_KINDS)).max(RANKING_KINDS.length),
  /** Whether all years together are ranked. */
  allYears: z.boolean(),
  /** How the user appears in rankings; null: by name, and the enterprise leaves no choice. */
  names: z.enum(RANKING_NAMES).nullable(),
});

const rankPage = <const S extends string>(what: S, pageSize: number) =>
  ({
    summary: `List the ranking by ${what} of one year or of all years`,
    auth: 'enterprise',
    input: paged(pageSize).extend({ year: RankYear.optional() }),
    data: page(RankRow).extend({ year: z.number().int() }),
  }) as const;
const ownRank = <const S extends string>(what: S) =>
  ({
    summary: `Get the user's own rank by ${what}`,
    auth: 'enterprise',
    input: z.object({ year: RankYear.optional() }),
    data: OwnRank,
  }) as const;

/** Rankings; mapping of the paths: docs/decisions/020. */
export const ranking = define({
  'POST /user/auth/enterprise/user/account/integral/rank/page': rankPage('points', 3),
  'GET /user/auth/enterprise/user/account/current/integral/rank': ownRank('points'),
  'POST /user/auth/enterprise/user/account/credit/hour/rank/page': rankPage('credits', 3),
  'GET /user/auth/enterprise/user/account/credit/hour/rank': ownRank('credits'),
  'POST /user/auth/enterprise/user/account/credit/course/hour/rank/page': rankPage('class hours', 6),
  'GET /user/auth/enterprise/user/account/credit/course/hour/current/rank': ownRank('class hours'),
});
