import { and, asc, eq, isNull, lt } from 'drizzle-orm';
import { examAttempt } from '../tables/attempt.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { closeAttempts, type ClosedBy } from './close-attempt.ts';
import { expiredBefore } from '../times.ts';

type Which = {
  enterpriseId: string;
  now: Date;
  closedBy: ClosedBy;
  attemptId?: string;
  userId?: string;
  examId?: string;
};

/**
 * Closes attempts that are past deadline and grace period (docs/specification.md, section "Attempts"), at most 20.
 * Called by reads, the job and the sweep; the first one closes the attempt. The sweep skips locked attempts; the others
 * wait, so that they see the attempt closed.
 * @returns the number of attempts that were locked and closed
 */
export async function closeExpired(db: TenantDb, { enterpriseId, now, closedBy, ...only }: Which): Promise<number> {
  const expired = and(
    eq(examAttempt.enterpriseId, enterpriseId),
    eq(examAttempt.status, 'open'),
    lt(examAttempt.deadlineAt, expiredBefore(now)),
    isNull(examAttempt.pausedAt),
    only.attemptId ? eq(examAttempt.id, only.attemptId) : undefined,
    only.userId ? eq(examAttempt.userId, only.userId) : undefined,
    only.examId ? eq(examAttempt.examId, only.examId) : undefined,
  );
  // First without a lock: there is rarely an expired attempt, and a row lock is a write, which the read-only
  // transaction of
  // a page cannot make (decision 011).
  const [any] = await db.select({ id: examAttempt.id }).from(examAttempt).where(expired).limit(1);
  if (!any) return 0;
  const found = await db
    .select()
    .from(examAttempt)
    .where(expired)
    .orderBy(asc(examAttempt.deadlineAt), asc(examAttempt.id))
    .limit(20)
    .for('update', closedBy === 'sweep' ? { skipLocked: true } : {});
  if (found.length > 0)
    await closeAttempts(
      db,
      found.map((attempt) => ({ attempt, closedBy, now })),
    );
  return found.length;
}
