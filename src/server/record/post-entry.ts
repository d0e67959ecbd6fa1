import { sql } from 'drizzle-orm';
import type { LedgerKind } from '#src/server/core/db/schema/record.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

export type Entry = {
  enterpriseId: string;
  userId: string;
  kind: LedgerKind;
  /** Of hours: required, culture, lecturer, other. */
  hourKind?: string | null;
  /** Decimal text, e.g. `'1.5'`; kept with two decimals. */
  amount: string;
  /** The fact that earned it, e.g. `course:<id>:hours`; one line per person and fact, whatever happens twice. */
  source: string;
  title: string;
  /** When it was earned. */
  at: Date;
  /** The tenant's: decides which calendar year it counts to. */
  timeZone: string;
};

/**
 * Posts one line to the ledger of class hours, credits and points, in the transaction of the change that earned it (design
 * section 5). A trigger adds it to the totals. Sums are made by PostgreSQL in `numeric`, never here.
 * @returns false when this fact was posted before, and for an amount of zero: nothing is written then
 * @throws Error for a malformed amount, or a person who is not of this enterprise (mistakes of ours)
 */
export async function postEntry(db: TenantDb, entry: Entry): Promise<boolean> {
  if (!/^-?\d{1,10}(\.\d+)?$/.test(entry.amount)) throw new Error(`Not an amount: ${entry.amount}`);
  if (/^-?0*(\.0*)?$/.test(entry.amount)) return false;
  const hourKind = entry.kind === 'hours' ? (entry.hourKind ?? 'other') : null;
  const at = entry.at.toISOString();
  // The person's row is locked first: postings of one person queue up, so that transactions which post several kinds
  // in different orders cannot deadlock over the totals.
  const { rows } = await db.execute<{ known: boolean; posted: boolean }>(sql`
    with person as (
      select user_id from enterprise_user
      where enterprise_id = ${entry.enterpriseId} and user_id = ${entry.userId} for no key update
    ), line as (
      insert into ledger_entry (enterprise_id, user_id, kind, hour_kind, amount, source, title, year, gmt_create)
      select ${entry.enterpriseId}::uuid, user_id, ${entry.kind}, ${hourKind}, ${entry.amount}::numeric, ${entry.source}, ${entry.title},
             extract(year from ${at}::timestamptz at time zone ${entry.timeZone})::int, ${at}::timestamptz
      from person
      on conflict (enterprise_id, user_id, source) do nothing
      returning user_id
    )
    select exists (select from person) as known, exists (select from line) as posted`);
  if (!rows[0]!.known) throw new Error(`No such person in enterprise ${entry.enterpriseId}: ${entry.userId}`);
  return rows[0]!.posted;
}
