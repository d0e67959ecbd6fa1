import { systemNow } from '#src/lib/system-clock.ts';
import { withPortal } from '#src/server/core/db/tenant.ts';
import type { Jobs } from '#src/server/core/jobs/queues.ts';
import { deleteSegments } from '#src/server/live/delete-segments.ts';
import { settleSession } from '#src/server/live/settle-session.ts';
import { sweepSessions } from '#src/server/live/sweep-sessions.ts';

/** Seconds between sweeps. */
export const LIVE_SWEEP_SECONDS = 300;

/** Evaluates a live class that has ended. */
export const settleLive = (job: Jobs['settle-live']) => settleSession(job, systemNow());

/**
 * Ends forgotten live classes of all tenants, and deletes segments that a recording has replaced. Several processes may sweep at the same time.
 * @param onError called for each tenant that failed; the sweep continues with the others
 */
export async function sweepLive(onError: (error: unknown) => void, now = systemNow()): Promise<void> {
  const tenants = await withPortal(
    async (_db, client) => (await client.query<{ id: string }>('select id from portal.enterprise')).rows,
  );
  for (const { id } of tenants) {
    await sweepSessions(id, now).catch(onError);
    await deleteSegments(id, now).catch(onError);
  }
}
