import { and, eq, lt } from 'drizzle-orm';
import { EXPORT_DAYS } from '#src/contract/rules/export.ts';
import { exportRecord } from './tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { deleteExportsWhere } from './delete-exports.ts';
import { BEING_MADE, FAILED } from './export-status.ts';
import { tellRequesters } from './tell-requester.ts';

/** Minutes after which an unfinished export has failed, e.g. because the retries of its job are exhausted. */
const MAKING_MINUTES = 30;

/** Deletes a tenant's exports older than `EXPORT_DAYS`, and marks unfinished ones as failed after `MAKING_MINUTES`. */
export async function endOldExports(enterpriseId: string, now: Date): Promise<void> {
  const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  await deleteExportsWhere(enterpriseId, lt(exportRecord.gmtCreate, before(EXPORT_DAYS * 24 * 60)), now);
  await withTenant(enterpriseId, async (db) => {
    const failed = await db
      .update(exportRecord)
      .set({ exportStatus: FAILED, finishedAt: now })
      .where(
        and(
          eq(exportRecord.enterpriseId, enterpriseId),
          eq(exportRecord.exportStatus, BEING_MADE),
          lt(exportRecord.gmtCreate, before(MAKING_MINUTES)),
        ),
      )
      .returning();
    await tellRequesters(db, failed, 'failed', now);
  });
}
