import { and, asc, eq, gt, isNotNull, isNull, ne } from 'drizzle-orm';
import type { Context } from '#src/server/core/context.ts';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';

type Locked = Pick<typeof examAttempt.$inferSelect, 'enterpriseId' | 'id' | 'examId' | 'userId' | 'accommodation'>;
export type OpenAttempt = Pick<Locked, 'id' | 'userId'>;
type Target = { examId: string; userId: string | null };

/**
 * Locks the open attempts that an action is applied to, in the order of their ids: of one candidate, or of all but the
 * viewer. @param which `running`: neither paused nor past the deadline; `paused`
 */
export function lockOpen(
  { db, tenant, viewer, now }: Context,
  { examId, userId }: Target,
  which: 'all' | 'running' | 'paused' = 'all',
): Promise<Locked[]> {
  const a = examAttempt;
  return db
    .select({
      ...{ enterpriseId: a.enterpriseId, id: a.id, examId: a.examId, userId: a.userId },
      accommodation: a.accommodation,
    })
    .from(a)
    .where(
      and(
        eq(a.enterpriseId, tenant.id),
        eq(a.examId, examId),
        eq(a.status, 'open'),
        userId ? eq(a.userId, userId) : ne(a.userId, viewer.userId),
        which === 'paused' ? isNotNull(a.pausedAt) : undefined,
        which === 'running' ? and(isNull(a.pausedAt), gt(a.deadlineAt, now())) : undefined,
      ),
    )
    .orderBy(asc(a.id))
    .for('update');
}
