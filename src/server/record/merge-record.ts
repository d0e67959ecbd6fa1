import { sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/**
 * Gives hours, credits, points and certificates of one record to another one of the same person. What both have earned by the same thing stays
 * with the removed record, so it is counted once; both certificates of one exam are kept.
 */
export async function mergeRecord(
  db: TenantDb,
  { enterpriseId, removedId, keptId }: { enterpriseId: string; removedId: string; keptId: string },
): Promise<void> {
  await db.execute(sql`select portal.merge_ledger(${removedId}, ${keptId})`);
  await db.execute(sql`
    update user_certificate r
    set user_id = ${keptId}, source = case when exists (
      select from user_certificate k where k.enterprise_id = r.enterprise_id and k.user_id = ${keptId} and k.source = r.source)
      then r.source || ':merged:' || r.id else r.source end
    where r.enterprise_id = ${enterpriseId} and r.user_id = ${removedId}`);
}
