import { systemNow } from '#src/lib/system-clock.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { closeExpired } from '#src/server/exam/close-expired.ts';
import type { Jobs } from '#src/server/core/jobs/queues.ts';

/**
 * Closes an attempt when its time is over (design section 8). Sent at its start for the moment after deadline and grace;
 * an attempt that was handed in, or was given more time since, is left alone: the sweep comes for the latter.
 */
export async function closeExam({ enterpriseId, attemptId }: Jobs['close-exam'], now = systemNow()): Promise<void> {
  await withTenant(enterpriseId, (db) => closeExpired(db, { enterpriseId, attemptId, now, closedBy: 'timer' }));
}
