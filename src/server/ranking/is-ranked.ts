import { sql, type SQL } from 'drizzle-orm';
import type { LedgerKind } from '#src/server/record/tables.ts';

/**
 * Condition on `ranking_total r` for the rows of a ranking. The last two terms match the predicate of index
 * `ranking_total_place`.
 */
export function isRanked(enterpriseId: string, kind: LedgerKind, year: number): SQL {
  return sql`r.enterprise_id = ${enterpriseId} and r.kind = ${kind} and r.year = ${year} and r.ranked and r.score > 0`;
}
