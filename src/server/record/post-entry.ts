import { sql } from 'drizzle-orm';
import type { LedgerKind } from './tables/ledger.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { rulesSql } from '#src/server/policy/rules-sql.ts';
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
 * Posts one entry to the ledger of class hours, credits and points, in the transaction of the change that earned it
 * (docs/specification.md, section "Ledger"). A trigger adds it to the totals. Sums are computed by PostgreSQL in
 * `numeric`, never here.
 * @returns false, without writing, when this event was already posted, the amount is zero, or nothing earns points in the enterprise
 * @throws Error for a malformed amount, or a user who is not a member of this enterprise (programming errors)
 */
export async function postEntry(db: TenantDb, { enterpriseId, timeZone, ...entry }: Entry): Promise<boolean> {
  return (await postEntries(db, { enterpriseId, timeZone }, [entry])) === 1;
}

/**
 * Like `postEntry`, for several entries, also of several users, in one statement.
 * @returns how many were posted
 */
export async function postEntries(
  db: TenantDb,
  { enterpriseId, timeZone }: Pick<Entry, 'enterpriseId' | 'timeZone'>,
  entries: Omit<Entry, 'enterpriseId' | 'timeZone'>[],
): Promise<number> {
  const lines = entries
    .filter(({ amount }) => !isZero(amount))
    .map(({ userId, kind, hourKind, amount, source, title, at }, n) => ({
      ...{ n, u: userId, k: kind, h: kind === 'hours' ? (hourKind ?? 'other') : null },
      ...{ amount, source, title, at: at.toISOString() },
    }));
  if (lines.length === 0) return 0;
  // The rows of the members are locked first, in the order of their ids: postings of one user run one after another, so
  // that transactions which post several kinds in different orders cannot deadlock on the totals.
  const { rows } = await db.execute<{ unknown: string | null; posted: number }>(sql`
    with wanted as (
      select * from json_to_recordset(${JSON.stringify(lines)}::json)
        as i (n int, u uuid, k text, h text, amount numeric, source text, title text, at timestamptz)
    ), person as (
      select user_id from enterprise_user
      where enterprise_id = ${enterpriseId} and user_id in (select u from wanted) order by user_id for no key update
    ), line as (
      insert into ledger_entry (enterprise_id, user_id, kind, hour_kind, amount, source, title, year, gmt_create)
      select ${enterpriseId}::uuid, user_id, k, h, amount, source, title,
             extract(year from at at time zone ${timeZone})::int, at
      from person join wanted on u = user_id
      where k <> 'points' or (${rulesSql('points', enterpriseId)} ->> 'enabled')::boolean
      order by user_id, n
      on conflict (enterprise_id, user_id, source) do nothing
      returning user_id
    )
    select (select min(u::text) from wanted where u not in (select user_id from person)) as unknown,
           (select count(*)::int from line) as posted`);
  const { unknown, posted } = rows[0]!;
  if (unknown) throw new Error(`No such person in enterprise ${enterpriseId}: ${unknown}`);
  return posted;
}

/**
 * Locks members for postings, in the order of their ids. For a transaction that posts and reverses for several members: their
 * rows are locked once, before both.
 */
export async function lockMembers(db: TenantDb, enterpriseId: string, userIds: string[]): Promise<void> {
  await db.execute(sql`
    select from enterprise_user where enterprise_id = ${enterpriseId} and user_id = any(${sql.param(userIds)}::uuid[])
    order by user_id for no key update`);
}
