import { and, asc, eq, lt } from 'drizzle-orm';
import { examAttempt } from '#src/server/core/db/schema/exam.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { closeAttempt, type ClosedBy } from './close-attempt.ts';
import { expiredBefore } from './times.ts';

type Which = {
  enterpriseId: string;
  now: Date;
  closedBy: ClosedBy;
  attemptId?: string;
  userId?: string;
  examId?: string;
};

/**
 * Closes attempts that are past deadline and grace (design section 8). Reads, the job and the sweep all come through
 * here; whoever comes first closes, and the others find nothing to do. The sweep passes over an attempt that someone is
 * closing right now; everyone else waits, to see it closed.
 * @returns how many were closed here
 */
export async function closeExpired(db: TenantDb, { enterpriseId, now, closedBy, ...only }: Which): Promise<number> {
  const expired = and(
    eq(examAttempt.enterpriseId, enterpriseId),
    eq(examAttempt.status, 'open'),
    lt(examAttempt.deadlineAt, expiredBefore(now)),
    only.attemptId ? eq(examAttempt.id, only.attemptId) : undefined,
    only.userId ? eq(examAttempt.userId, only.userId) : undefined,
    only.examId ? eq(examAttempt.examId, only.examId) : undefined,
  );
  // Without a lock first: there is hardly ever one, and locking is writing, which a page does not do (decision 011).
  const [any] = await db.select({ id: examAttempt.id }).from(examAttempt).where(expired).limit(1);
  if (!any) return 0;
  const found = await db
    .select()
    .from(examAttempt)
    .where(expired)
    .orderBy(asc(examAttempt.deadlineAt), asc(examAttempt.id))
    .limit(20)
    .for('update', closedBy === 'sweep' ? { skipLocked: true } : {});
  for (const attempt of found) await closeAttempt(db, attempt, closedBy, now);
  return found.length;
}
