import { and, asc, desc, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Context } from '#src/server/core/context.ts';
import { exam } from '#src/server/exam/tables/exam.ts';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { deleteMarks } from '#src/server/marking/delete-marks.ts';
import { reopenAttempts } from '#src/server/exam/attempt/change-result.ts';
import type { Attempt } from '#src/server/exam/attempt/lock-attempt.ts';
import { readProgress } from '#src/server/exam/progress.ts';
import { reviewOf } from '#src/server/exam/view-result.ts';
import type { OpenAttempt } from './open-attempts.ts';

/** How long ago time may have closed attempts that are reopened when all get more time, minutes. */
const RECENT_MINUTES = 30;

type Target = { examId: string; userId: string | null };

/**
 * Reopens attempts that time has closed, not their candidates: the latest of one candidate, or of all those of the last half
 * hour. Not the ones that are passed, that somebody has marked or appealed about, and of which the right answers are shown.
 * Their deadlines are those that have passed.
 * @returns the reopened attempts, and how many stay closed
 */
export async function reopenTimedOut(
  ctx: Context,
  target: Target,
  at: Date,
): Promise<{ reopened: OpenAttempt[]; kept: number }> {
  const { db, tenant } = ctx;
  const enterpriseId = tenant.id;
  const closed = await lockTimedOut(ctx, target, at);
  if (closed.length === 0) return { reopened: [], kept: 0 };
  const [rules] = await db
    .select()
    .from(exam)
    .where(and(eq(exam.enterpriseId, enterpriseId), eq(exam.id, target.examId)));
  const reopened: OpenAttempt[] = [];
  for (const attempt of closed) {
    if (attempt.passed || attempt.markedBy || attempt.appealCount > 0 || attempt.voidedAt) continue;
    const progress = await readProgress(db, { ...attempt, now: at });
    if ((await reviewOf(db, attempt, { rules: rules!, progress, now: at })).review === 'open') continue;
    reopened.push({ id: attempt.id, userId: attempt.userId });
  }
  const ids = reopened.map(({ id }) => id);
  if (ids.length > 0) {
    await deleteMarks(db, enterpriseId, ids);
    await reopenAttempts(db, enterpriseId, ids);
  }
  return { reopened, kept: closed.length - reopened.length };
}

function lockTimedOut({ db, tenant, viewer }: Context, { examId, userId }: Target, at: Date): Promise<Attempt[]> {
  const a = examAttempt;
  return db
    .select()
    .from(a)
    .where(
      and(
        eq(a.enterpriseId, tenant.id),
        eq(a.examId, examId),
        userId ? eq(a.userId, userId) : ne(a.userId, viewer.userId),
        inArray(a.closedBy, ['timer', 'sweep']),
        ne(a.status, 'open'),
        userId ? undefined : gt(a.submittedAt, new Date(at.getTime() - RECENT_MINUTES * 60_000)),
        isNull(a.voidedAt),
        sql`not exists (select from exam_attempt later where later.enterprise_id = ${a.enterpriseId}
          and later.exam_id = ${a.examId} and later.user_id = ${a.userId} and later.number > ${a.number})`,
        sql`not exists (select from marking_mark m where m.enterprise_id = ${a.enterpriseId} and m.attempt_id = ${a.id})`,
      ),
    )
    .orderBy(asc(a.id), desc(a.number))
    .for('update');
}
