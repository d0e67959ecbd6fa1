import { sql } from 'drizzle-orm';
import type { LedgerKind } from '#src/server/core/db/schema/record.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { isZero } from './amount.ts';

export type Entry = {
  enterpriseId: string;
  userId: string;
  kind: LedgerKind;
  /** For hours: required, culture, lecturer, other. */
  hourKind?: string | null;
  /** Decimal text, e.g. `'1.5'`; stored with two decimals. */
  amount: string;
  /** The event that earned it, e.g. `course:<id>:hours`; one entry per user and event. */
  source: string;
  title: string;
  /** When it was earned. */
  at: Date;
  /** Time zone of the tenant: determines the calendar year of the entry. */
  timeZone: string;
};

/**
 * Posts one entry to the ledger of class hours, credits and points, in the transaction of the change that earned it (design
 * section 5). A trigger adds it to the totals. Sums are computed by PostgreSQL in `numeric`, never here.
 * @returns false, without writing, when this event was already posted or the amount is zero
 * @throws Error for a malformed amount, or a user who is not a member of this enterprise (programming errors)
 */
export async function postEntry(db: TenantDb, entry: Entry): Promise<boolean> {
  if (isZero(entry.amount)) return false;
  const hourKind = entry.kind === 'hours' ? (entry.hourKind ?? 'other') : null;
  const at = entry.at.toISOString();
  // The member's row is locked first: postings of one user run one after another, so that transactions which post
  // several
  // kinds in different orders cannot deadlock on the totals.
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
