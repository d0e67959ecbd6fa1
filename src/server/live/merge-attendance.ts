import { sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/** Gives the attendance of live classes of one record to another one of the same person: minutes of both count, each once. */
export async function mergeLiveAttendance(
  db: TenantDb,
  { enterpriseId, removedId, keptId }: { enterpriseId: string; removedId: string; keptId: string },
): Promise<void> {
  const both = sql`r.enterprise_id = ${enterpriseId} and r.user_id = ${removedId}
    and k.enterprise_id = ${enterpriseId} and k.user_id = ${keptId} and k.session_id = r.session_id`;
  await db.execute(sql`
    update live_attendance k
    set minutes = k.minutes + r.minutes, joined_at = least(k.joined_at, r.joined_at),
        last_beat_at = greatest(k.last_beat_at, r.last_beat_at), muted = k.muted or r.muted
    from live_attendance r where ${both}`);
  await db.execute(sql`delete from live_attendance r using live_attendance k where ${both}`);
  await db.execute(sql`
    update live_attendance set user_id = ${keptId} where enterprise_id = ${enterpriseId} and user_id = ${removedId}`);
}
