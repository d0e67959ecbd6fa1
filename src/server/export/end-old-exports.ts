import { and, eq, lt } from 'drizzle-orm';
import { EXPORT_DAYS } from '#src/lib/export-rules.ts';
import { exportRecord } from '#src/server/core/db/schema/export.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { forgetExports } from './delete-exports.ts';
import { BEING_MADE, FAILED } from './export-status.ts';

/** Minutes after which nobody makes a file any more, e.g. because the jobs of a crashed worker ran out of tries. */
const MAKING_MINUTES = 30;

/** Removes a tenant's exports of more than a week ago, and ends those as failed that nobody finishes. */
export async function endOldExports(enterpriseId: string, now: Date): Promise<void> {
  const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  await forgetExports(enterpriseId, lt(exportRecord.gmtCreate, before(EXPORT_DAYS * 24 * 60)));
  await withTenant(enterpriseId, (db) =>
    db
      .update(exportRecord)
      .set({ exportStatus: FAILED, finishedAt: now })
      .where(
        and(
          eq(exportRecord.enterpriseId, enterpriseId),
          eq(exportRecord.exportStatus, BEING_MADE),
          lt(exportRecord.gmtCreate, before(MAKING_MINUTES)),
        ),
      ),
  );
}
