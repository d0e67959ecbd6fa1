import { sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/**
 * Gives the assignments of requirements of one record to another one of the same person, so that questions about past days find them. Of a
 * requirement that both have, that of the kept record goes on. States are computed again by the next reconciliation.
 */
export async function mergeAssignments(
  db: TenantDb,
  { enterpriseId, removedId, keptId, at }: { enterpriseId: string; removedId: string; keptId: string; at: Date },
): Promise<void> {
  const ofRemoved = sql`enterprise_id = ${enterpriseId} and user_id = ${removedId}`;
  await db.execute(sql`
    update requirement_assignment r
    set closed_at = greatest(${at.toISOString()}::timestamptz, r.opened_at), close_reason = 'left'
    where r.enterprise_id = ${enterpriseId} and r.user_id = ${removedId} and r.closed_at is null and exists (
      select from requirement_assignment k where k.enterprise_id = ${enterpriseId} and k.user_id = ${keptId}
        and k.requirement_id = r.requirement_id and k.closed_at is null)`);
  await db.execute(sql`update requirement_assignment set user_id = ${keptId} where ${ofRemoved}`);
  await db.execute(sql`delete from requirement_state where ${ofRemoved}`);
  await db.execute(sql`
    insert into requirement_change (enterprise_id, user_id, is_membership)
    values (${enterpriseId}, ${keptId}, true), (${enterpriseId}, ${keptId}, false), (${enterpriseId}, ${removedId}, true)`);
}
