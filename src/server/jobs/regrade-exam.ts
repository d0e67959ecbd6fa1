import { systemNow } from '#src/lib/system-clock.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { Jobs } from '#src/server/core/jobs/queues.ts';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import { regradeBatch } from '#src/server/exam/regrade/run-regrade.ts';

/** A job ends after this time and sends the next one, so that one whose process was killed is noticed soon, ms. */
const LONGEST_MS = 20_000;

/** Applies a regrade to closed attempts, batch by batch. */
export async function regradeExam(data: Jobs['regrade-exam']): Promise<void> {
  const end = systemNow().getTime() + LONGEST_MS;
  while (await regradeBatch(data, systemNow()))
    if (systemNow().getTime() > end) return withTenant(data.enterpriseId, (db) => sendJob(db, 'regrade-exam', data));
}
