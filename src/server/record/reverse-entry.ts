import { sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/**
 * Reverses a ledger entry with a second entry of the opposite amount; the first one is not changed (design section 5). The
 * reversal has the year, kind and hour kind of the reversed entry, so that no yearly total becomes negative. An entry is
 * reversed at most once; its `source` cannot be posted again.
 * @param title the reason, shown to the user
 * @returns false when the entry does not exist or is already reversed
 */
export async function reverseEntry(
  db: TenantDb,
  {
    enterpriseId,
    userId,
    source,
    title,
    at,
  }: { enterpriseId: string; userId: string; source: string; title: string; at: Date },
): Promise<boolean> {
  // The member's row is locked first, see post-entry.ts.
  const { rows } = await db.execute<{ reversed: boolean }>(sql`
    with person as (
      select user_id from enterprise_user where enterprise_id = ${enterpriseId} and user_id = ${userId} for no key update
    ), line as (
      insert into ledger_entry (enterprise_id, user_id, kind, hour_kind, amount, source, title, reversal_of, year, gmt_create)
      select e.enterprise_id, e.user_id, e.kind, e.hour_kind, -e.amount, 'reversal:' || e.id, ${title}, e.id, e.year, ${at.toISOString()}::timestamptz
      from person join ledger_entry e on e.enterprise_id = ${enterpriseId} and e.user_id = person.user_id
      where e.source = ${source} and e.reversal_of is null
      on conflict (enterprise_id, user_id, source) do nothing
      returning user_id
    )
    select exists (select from line) as reversed`);
  return rows[0]!.reversed;
}
