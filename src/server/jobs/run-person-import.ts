import { systemNow } from '#src/lib/system-clock.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { Jobs } from '#src/server/core/jobs/queues.ts';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import { makePlan } from '#src/server/people/import/plan-import.ts';
import { runImportBatch } from '#src/server/people/import/run-import.ts';
import { runSyncStep } from '#src/server/people/sync/run-sync.ts';

/** A job ends after this time and sends the next one, so that one whose process was killed is noticed soon, ms. */
const LONGEST_MS = 20_000;

/** Makes the plan of an import of people. */
export const planPersonImport = ({ enterpriseId, id, planNumber }: Jobs['plan-person-import']): Promise<void> =>
  makePlan(enterpriseId, id, planNumber, systemNow);

/** Applies or undoes an import of people, batch by batch. */
export async function runPersonImport(data: Jobs['run-person-import']): Promise<void> {
  const end = systemNow().getTime() + LONGEST_MS;
  while (await runImportBatch(data.enterpriseId, data.id, systemNow))
    if (systemNow().getTime() > end)
      return withTenant(data.enterpriseId, (db) => sendJob(db, 'run-person-import', data));
}

/** Reads the contacts of a provider page by page, and makes the plan; after a refusal it goes on later. */
export async function runContactSync(data: Jobs['run-contact-sync']): Promise<void> {
  const end = systemNow().getTime() + LONGEST_MS;
  for (;;) {
    const continues = await runSyncStep(data.enterpriseId, data.id, systemNow);
    if (continues === 'no') return;
    const at = continues === 'now' ? undefined : continues.at;
    if (at || systemNow().getTime() > end)
      return withTenant(data.enterpriseId, (db) => sendJob(db, 'run-contact-sync', data, at));
  }
}
