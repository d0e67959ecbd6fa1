import { and, eq, sql } from 'drizzle-orm';
import { ledgerTotal } from '#src/server/db/schema/record.ts';
import type { Context } from '#src/server/http/context.ts';
import { thisYear } from './this-year.ts';

/** Class hours by kind (spec section 3), from the totals that are kept beside the ledger. */
export async function countHours(ctx: Context) {
  const { db, tenant, viewer } = ctx;
  const of = (kind: string) =>
    sql<string>`coalesce(sum(${ledgerTotal.total}) filter (where ${ledgerTotal.hourKind} = ${kind}), 0)`;
  const [hours] = await db
    .select({
      annualHours: sql<string>`coalesce(sum(${ledgerTotal.total}) filter (where ${ledgerTotal.year} = ${thisYear(ctx)}), 0)`,
      totalHours: sql<string>`coalesce(sum(${ledgerTotal.total}), 0)`,
      requiredHours: of('required'),
      cultureHours: of('culture'),
      lecturerHours: of('lecturer'),
      otherHours: of('other'),
    })
    .from(ledgerTotal)
    .where(
      and(
        eq(ledgerTotal.enterpriseId, tenant.id),
        eq(ledgerTotal.userId, viewer.userId),
        eq(ledgerTotal.kind, 'hours'),
      ),
    );
  return { ...hours!, sex: viewer.sex };
}
