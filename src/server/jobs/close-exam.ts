import { closingNow } from '#src/lib/system-clock.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { closeExpired } from '#src/server/exam/attempt/close-expired.ts';
import type { Jobs } from '#src/server/core/jobs/queues.ts';

/**
 * Closes an attempt after its deadline and grace period. The job is sent when the attempt starts. It does nothing if
 * the attempt is closed or its deadline was extended meanwhile; the sweep closes the latter.
 */
export async function closeExam({ enterpriseId, attemptId }: Jobs['close-exam'], now = closingNow()): Promise<void> {
  await withTenant(enterpriseId, (db) => closeExpired(db, { enterpriseId, attemptId, now, closedBy: 'timer' }));
}
