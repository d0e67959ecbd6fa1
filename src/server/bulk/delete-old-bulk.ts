import { and, eq, lt } from 'drizzle-orm';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { bulkJob } from './tables.ts';

/** Days for which the result of a change of several rows is kept. */
const KEPT_DAYS = 30;

/** Deletes the results of changes that ended a while ago: their rows name people. */
export async function deleteOldBulk(enterpriseId: string, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_DAYS * 86_400_000);
  await withTenant(enterpriseId, (db) =>
    db.delete(bulkJob).where(and(eq(bulkJob.enterpriseId, enterpriseId), lt(bulkJob.endedAt, before))),
  );
}
