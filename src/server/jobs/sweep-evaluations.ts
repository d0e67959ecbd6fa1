import { deletingNow } from '#src/lib/system-clock.ts';
import { withPortal, withTenant } from '#src/server/core/db/tenant.ts';
import { deleteExpiredUploads } from '#src/server/evaluation/delete-upload.ts';
import { OPEN_BATCH, openAssessments } from '#src/server/evaluation/open-assessments.ts';
import { replaceAssessors } from '#src/server/evaluation/replace-assessors.ts';

/** Seconds between sweeps. */
export const EVALUATION_SWEEP_SECONDS = 600;

/**
 * Opens the assessments of tasks that have begun, replaces assessors who have left, and deletes expired uploads of evidence, in all tenants. Several processes
 * may sweep at the same time.
 * @param onError called for each tenant that failed; the sweep continues with the others
 */
export async function sweepEvaluations(onError: (error: unknown) => void, now = deletingNow()): Promise<void> {
  const tenants = await withPortal(
    async (_db, client) =>
      (
        await client.query<{ id: string; timeZone: string }>(
          'select id, time_zone as "timeZone" from portal.enterprise',
        )
      ).rows,
  );
  for (const tenant of tenants) {
    const { id } = tenant;
    await openAll(id, now).catch(onError);
    await withTenant(id, (db) => replaceAssessors(db, tenant, now)).catch(onError);
    await deleteExpiredUploads(id, now).catch(onError);
  }
}

/** Opens the assessments of a tenant, some in each transaction: the locks of a long one would stop its lists. */
async function openAll(enterpriseId: string, now: Date): Promise<void> {
  let opened: number;
  do opened = await withTenant(enterpriseId, (db) => openAssessments(db, enterpriseId, now));
  while (opened === OPEN_BATCH);
}
