import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { ledgerEntry, type LedgerKind } from '#src/server/core/db/schema/record.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { MAX_ITEMS } from '#src/lib/list-limits.ts';

export type LedgerFilter = {
  /** None: credits and points. */
  kind?: LedgerKind;
  /** Of class hours only. */
  hourKind?: string;
  year?: number;
};

/** The ledger lines of a person that a filter lets through, newest first, as the lists on their pages show them. */
export function readLedger(
  db: TenantDb,
  { enterpriseId, userId }: { enterpriseId: string; userId: string },
  { kind, hourKind, year }: LedgerFilter,
) {
  const kinds: LedgerKind[] = kind ? [kind] : ['credits', 'points'];
  return db
    .select({
      kind: ledgerEntry.kind,
      hourKind: ledgerEntry.hourKind,
      title: ledgerEntry.title,
      amount: ledgerEntry.amount,
      year: ledgerEntry.year,
      reversal: sql<boolean>`${ledgerEntry.reversalOf} is not null`,
      gmtCreate: ledgerEntry.gmtCreate,
    })
    .from(ledgerEntry)
    .where(
      and(
        eq(ledgerEntry.enterpriseId, enterpriseId),
        eq(ledgerEntry.userId, userId),
        inArray(ledgerEntry.kind, kinds),
        hourKind === undefined ? undefined : eq(ledgerEntry.hourKind, hourKind),
        year === undefined ? undefined : eq(ledgerEntry.year, year),
      ),
    )
    .orderBy(desc(ledgerEntry.gmtCreate), desc(ledgerEntry.id))
    .limit(MAX_ITEMS.exportLines);
}
