import { closingNow } from '#src/lib/system-clock.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { Jobs } from '#src/server/core/jobs/queues.ts';
import { grantResult } from '#src/server/exam/grant-pass.ts';

/**
 * Grants a passed exam when no attempt is left that could replace the pass (decision 057). Sent with such a pass; when the
 * window was extended meanwhile, the job is sent again.
 */
export async function settleExam(data: Jobs['settle-exam'], now = closingNow()): Promise<void> {
  await withTenant(data.enterpriseId, (db) => grantResult(db, { ...data, at: now }));
}
