import { systemNow } from '#src/lib/system-clock.ts';
import type { BulkAction } from '#src/server/bulk/start-bulk.ts';
import { runBulkBatch } from '#src/server/bulk/run-bulk.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { findTenantById } from '#src/server/core/find-tenant.ts';
import type { Jobs } from '#src/server/core/jobs/queues.ts';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import { CONTENT_CHANGES } from '#src/server/editing/change-several.ts';
import { PEOPLE_CHANGES } from '#src/server/people/change-people.ts';
import { CERTIFICATE_CHANGES } from '#src/server/record/certificate/change-certificates.ts';
import { REQUIREMENT_CHANGES } from '#src/server/requirement/change-people.ts';

/** Everything that can be done with several rows of a list. */
const BULK_ACTIONS: readonly BulkAction[] = [
  ...CERTIFICATE_CHANGES,
  ...CONTENT_CHANGES,
  ...PEOPLE_CHANGES,
  ...REQUIREMENT_CHANGES,
];
/** A job ends after this time and sends the next one, so that one whose process was killed is noticed soon, ms. */
const LONGEST_MS = 20_000;

/** Applies a change of several rows, batch by batch. */
export async function runBulk(data: Jobs['run-bulk']): Promise<void> {
  const tenant = await findTenantById(data.enterpriseId);
  if (!tenant) return;
  const end = systemNow().getTime() + LONGEST_MS;
  while (await runBulkBatch(tenant, data.id, BULK_ACTIONS, systemNow))
    if (systemNow().getTime() > end) return withTenant(data.enterpriseId, (db) => sendJob(db, 'run-bulk', data));
}
