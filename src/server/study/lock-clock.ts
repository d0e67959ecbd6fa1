import { and, eq } from 'drizzle-orm';
import { studyClock } from '#src/server/core/db/schema/study.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/**
 * Takes a person's study clock for this transaction, so that the reports of all their tabs queue up. Ask for the time
 * after this, not before: a report that waited here must not see an older moment than the one it waited for.
 */
export async function lockClock(db: TenantDb, { enterpriseId, userId }: { enterpriseId: string; userId: string }) {
  const [clock] = await db
    .select()
    .from(studyClock)
    .where(and(eq(studyClock.enterpriseId, enterpriseId), eq(studyClock.userId, userId)))
    .for('update');
  return clock ?? null;
}
