import { sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/**
 * Gives the attendance of sessions of one record to another one of the same person. Of a session that both have, that counts which was
 * confirmed as present, otherwise the one that signed in, otherwise that of the kept record.
 */
export async function mergeAttendance(
  db: TenantDb,
  { enterpriseId, removedId, keptId }: { enterpriseId: string; removedId: string; keptId: string },
): Promise<void> {
  const both = sql`r.enterprise_id = ${enterpriseId} and r.user_id = ${removedId}
    and k.enterprise_id = ${enterpriseId} and k.user_id = ${keptId} and k.session_id = r.session_id`;
  const rank = (row: string) =>
    sql.raw(`(coalesce(${row}.confirmed_state, ${row}.state) = 'present', ${row}.signed_in_at is not null)`);
  await db.execute(sql`
    delete from training_attendance k using training_attendance r where ${both} and ${rank('r')} > ${rank('k')}`);
  await db.execute(sql`delete from training_attendance r using training_attendance k where ${both}`);
  await db.execute(sql`
    update training_attendance set user_id = ${keptId} where enterprise_id = ${enterpriseId} and user_id = ${removedId}`);
}
