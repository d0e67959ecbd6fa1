import { sql, type SQL } from 'drizzle-orm';
import type { LedgerKind } from '#src/server/core/db/schema/record.ts';

/** Whoever is on a ranking, on `ranking_total r`. The last two conditions are those of the index `ranking_total_place`. */
export function isRanked(enterpriseId: string, kind: LedgerKind, year: number): SQL {
  return sql`r.enterprise_id = ${enterpriseId} and r.kind = ${kind} and r.year = ${year} and r.ranked and r.score > 0`;
}
