import { sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

type Reversed = {
  userId: string;
  source: string;
  /** The reason, shown to the user. */
  title: string;
};

/**
 * Reverses a ledger entry with a second entry of the opposite amount; the first one is not changed
 * (docs/specification.md, section "Ledger"). The reversal has the year, kind and hour kind of the reversed entry, so
 * that no yearly total becomes negative. An entry is reversed at most once; its `source` cannot be posted again.
 * @returns false when the entry does not exist or is already reversed
 */
export const reverseEntry = async (
  db: TenantDb,
  { enterpriseId, at, ...entry }: Reversed & { enterpriseId: string; at: Date },
): Promise<boolean> => (await reverseEntries(db, { enterpriseId, at }, [entry])) === 1;

/**
 * Like `reverseEntry`, for several entries, also of several users, in one statement.
 * @returns how many were reversed
 */
export async function reverseEntries(
  db: TenantDb,
  { enterpriseId, at }: { enterpriseId: string; at: Date },
  entries: Reversed[],
): Promise<number> {
  if (entries.length === 0) return 0;
  const wanted = entries.map(({ userId, source, title }, n) => ({ n, u: userId, source, title }));
  // The rows of the members are locked first, see post-entry.ts.
  const { rows } = await db.execute<{ reversed: number }>(sql`
    with wanted as (
      select * from json_to_recordset(${JSON.stringify(wanted)}::json) as i (n int, u uuid, source text, title text)
    ), person as (
      select user_id from enterprise_user
      where enterprise_id = ${enterpriseId} and user_id in (select u from wanted) order by user_id for no key update
    ), line as (
      insert into ledger_entry (enterprise_id, user_id, kind, hour_kind, amount, source, title, reversal_of, year, gmt_create)
      select e.enterprise_id, e.user_id, e.kind, e.hour_kind, -e.amount, 'reversal:' || e.id, i.title, e.id, e.year,
             ${at.toISOString()}::timestamptz
      from person
      join wanted i on i.u = person.user_id
      join ledger_entry e on e.enterprise_id = ${enterpriseId} and e.user_id = person.user_id and e.source = i.source
      where e.reversal_of is null
      order by e.user_id, i.n
      on conflict (enterprise_id, user_id, source) do nothing
      returning user_id
    )
    select count(*)::int as reversed from line`);
  return rows[0]!.reversed;
}
