import { and, eq, inArray, sql } from 'drizzle-orm';
import { ledgerTotal } from './tables/ledger.ts';
import type { Context } from '#src/server/core/context.ts';
import { thisYear } from '#src/server/core/this-year.ts';

/** Returns credits and points of the current year and of all years, from the totals of the ledger. */
export async function countCredits(ctx: Context) {
  const { db, tenant, viewer } = ctx;
  const sumOf = (kind: string, year?: number) =>
    sql<string>`coalesce(sum(${ledgerTotal.total}) filter (where ${ledgerTotal.kind} = ${kind} ${year === undefined ? sql`` : sql`and ${ledgerTotal.year} = ${year}`}), 0)`;
  const [found] = await db
    .select({
      annualCredits: sumOf('credits', thisYear(ctx)),
      totalCredits: sumOf('credits'),
      annualPoints: sumOf('points', thisYear(ctx)),
      totalPoints: sumOf('points'),
      years: sql<number[]>`coalesce(array_agg(distinct ${ledgerTotal.year} order by ${ledgerTotal.year} desc), '{}')`,
    })
    .from(ledgerTotal)
    .where(
      and(
        eq(ledgerTotal.enterpriseId, tenant.id),
        eq(ledgerTotal.userId, viewer.userId),
        inArray(ledgerTotal.kind, ['credits', 'points']),
      ),
    );
  return found!;
}
