import { sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import type { LedgerKind } from '#src/server/record/tables/ledger.ts';
import type { Context } from '#src/server/core/context.ts';
import { thisYear } from '#src/server/core/this-year.ts';
import { type Policies, type RANKING_NAMES, shownRankings } from '#src/contract/rules/policy.ts';
import { rulesSql } from '#src/server/policy/rules-sql.ts';
import { isRanked, isShown, placesOf } from './places.ts';

type Row = {
  total: string | null;
  score: string | null;
  level: number;
  years: number[] | null;
  shown: boolean;
  rules: Policies['rankings'];
  names: (typeof RANKING_NAMES)[number] | null;
};

/** Operation: returns the viewer's own rank in the tenant for one kind of total. */
export function currentRank(kind: LedgerKind) {
  return async (
    ctx: Context,
    input: OperationInput<'GET /user/auth/enterprise/user/account/current/integral/rank'>,
  ) => {
    const { db, tenant, viewer } = ctx;
    const year = input.year ?? thisYear(ctx);
    const places = await placesOf(ctx, kind, year);
    const anyYear = sql`r.enterprise_id = ${tenant.id} and r.kind = ${kind} and r.ranked and r.score > 0`;
    // The years are read as a loose index scan, one index lookup per year, instead of reading all rows.
    const { rows } = await db.execute<Row>(sql`
      with recursive known (year) as (
        select min(r.year) from ranking_total r where ${anyYear} and r.year > 0
        union all
        select (select min(r.year) from ranking_total r where ${anyYear} and r.year > known.year)
        from known where known.year is not null
      ), me as (
        select total, score, ranked and score > 0 and ${isShown(tenant.id, kind, year)} as ranked from ranking_total
        where enterprise_id = ${tenant.id} and user_id = ${viewer.userId} and kind = ${kind} and year = ${year}
      )
      select (select total::text from me) as total, (select score from me where ranked) as score,
             (select count(*)::int from ranking_total r
              where ${isRanked(tenant.id, kind, year)} and r.score = (select score from me) and r.user_id < ${viewer.userId}) as level,
             (select array_agg(year order by year desc) from known where year is not null) as years,
             ${isShown(tenant.id, kind, year)} as shown, ${rulesSql('rankings', tenant.id)} as rules,
             (select c.names from ranking_choice c where c.enterprise_id = ${tenant.id} and c.user_id = ${viewer.userId}) as names`);
    const { total, score, level, years, shown, rules, names } = rows[0]!;
    const rank = score === null ? null : places.rankOf(Number(score));
    const next = score === null ? null : places.nextAbove(Number(score));
    return {
      year,
      rank,
      position: rank === null ? null : rank + level,
      total: total ?? '0',
      distance: next === null ? null : (next - Number(score)) / 100,
      totalCount: places.people,
      years: [...new Set([thisYear(ctx), ...(years ?? [])])]
        .filter((each) => each >= rules.fromYear)
        .sort((a, b) => b - a),
      ...{ shown, kinds: shownRankings(rules), allYears: rules.allYears },
      // Who has chosen once can go back also when nobody else can choose any more.
      names: rules.ownChoice || names !== null ? (names ?? 'name') : null,
    };
  };
}
