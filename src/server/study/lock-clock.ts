import { and, eq } from 'drizzle-orm';
import { studyClock } from './tables/study.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/**
 * Locks a user's study clock for this transaction, so that the reports of all their tabs run one after another. Call
 * `now()` after this: a report that waited for the lock must not use an earlier time than the report before it.
 * @returns null when the user has no clock yet
 */
export async function lockClock(db: TenantDb, { enterpriseId, userId }: { enterpriseId: string; userId: string }) {
  const [clock] = await db
    .select()
    .from(studyClock)
    .where(and(eq(studyClock.enterpriseId, enterpriseId), eq(studyClock.userId, userId)))
    .for('update');
  return clock ?? null;
}
