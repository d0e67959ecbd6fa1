import { sql } from 'drizzle-orm';
import { systemNow } from '#src/lib/system-clock.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { assignTasks } from '#src/server/study/assign-tasks.ts';
import { refreshTasks } from '#src/server/study/refresh-tasks.ts';
import { sendTaskNotices } from '#src/server/study/send-task-notices.ts';

/** Seconds between sweeps: how long a member who joins a department waits for its tasks. */
export const TASK_SWEEP_SECONDS = 60;

/**
 * Gives tasks to members who joined their audience, computes those anew that were changed, and sends the notices of tasks that are due, of all tenants. Several
 * processes may sweep at the same time: each skips tenants of the others.
 * @param onError called for each tenant that failed; the sweep continues with the others
 * @returns how many assignments and tasks were changed and notices sent
 */
export async function sweepTasks(onError: (error: unknown) => void, now = systemNow()): Promise<number> {
  const tenants = await withPortal(
    async (_db, client) =>
      (
        await client.query<{ id: string; timeZone: string }>(
          'select id, time_zone as "timeZone" from portal.enterprise',
        )
      ).rows,
  );
  let changes = 0;
  for (const tenant of tenants) {
    try {
      changes += await sweepTasksOf(tenant, now);
    } catch (error) {
      onError(error);
    }
  }
  return changes;
}

/** Sweeps one tenant. @returns 0 also while another process does */
export function sweepTasksOf(
  { id: enterpriseId, timeZone }: { id: string; timeZone: string },
  now: Date,
): Promise<number> {
  return withTenant(enterpriseId, async (db) => {
    const { rows } = await db.execute<{ free: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended(${`tasks ${enterpriseId}`}, 0)) as free`,
    );
    if (!rows[0]!.free) return 0;
    const assigned = await assignTasks(db, enterpriseId, now);
    const refreshed = await refreshTasks(db, enterpriseId, now);
    return assigned + refreshed + (await sendTaskNotices(db, { enterpriseId, timeZone, at: now }));
  });
}
