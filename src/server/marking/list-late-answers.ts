import { and, asc, count, eq, inArray } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { examLateAnswer } from '#src/server/exam/tables/answer.ts';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound, AppError } from '#src/server/core/app-error.ts';
import type { AnswerValue } from '#src/server/exam/answer-shape.ts';
import { requireMarker } from '#src/server/exam/marker-of.ts';
import { withheldFromMarker } from '#src/server/exam/withheld-questions.ts';

type Input = OperationInput<'GET /exam/auth/exam/marking/late/page'>;

/**
 * Returns a page of the answers to one question of a closed attempt that do not count, oldest first. MAX_LATE_ROWS and
 * MAX_LATE_BYTES limit how many are stored (limits.ts).
 * @throws AppError 404 when the attempt does not exist here or is open, or the viewer does not mark its exam; 409 for a question that is withheld from this
 * marker (withheld-questions.ts)
 */
export async function listLateAnswers(ctx: Context, { attemptId, questionId, ...page }: Input) {
  const { db, tenant, viewer, now } = ctx;
  const [closed] = await db
    .select({ userId: examAttempt.userId, examId: examAttempt.examId })
    .from(examAttempt)
    .where(
      and(
        eq(examAttempt.enterpriseId, tenant.id),
        eq(examAttempt.id, attemptId),
        inArray(examAttempt.status, ['submitted', 'marked']),
      ),
    );
  if (!closed) throw notFound();
  if (closed.userId !== viewer.userId) {
    await requireMarker(ctx, closed.examId);
    const marker = { userId: viewer.userId, now: now() };
    const withheld = await withheldFromMarker(db, { enterpriseId: tenant.id, questionIds: [questionId], ...marker });
    if (withheld.has(questionId)) throw new AppError(409, 'markingWithheld');
  }
  const ofQuestion = and(
    eq(examLateAnswer.enterpriseId, tenant.id),
    eq(examLateAnswer.attemptId, attemptId),
    eq(examLateAnswer.questionId, questionId),
  );
  const [total] = await db.select({ n: count() }).from(examLateAnswer).where(ofQuestion);
  const { limit, offset } = slice(page);
  const rows = await db
    .select()
    .from(examLateAnswer)
    .where(ofQuestion)
    .orderBy(asc(examLateAnswer.arrivedAt), asc(examLateAnswer.id))
    .limit(limit)
    .offset(offset);
  const list = rows.map(({ answer, arrivedAt, reason }) => ({ answer: answer as AnswerValue, arrivedAt, reason }));
  return paging(page, total!.n, list);
}
