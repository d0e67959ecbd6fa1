import { and, asc, count, eq, inArray } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { examAttempt, examLateAnswer } from '#src/server/core/db/schema/exam.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound, AppError } from '#src/server/core/app-error.ts';
import type { AnswerValue } from './answer-shape.ts';
import { withheldFromMarker } from './withheld-questions.ts';

type Input = OperationInput<'GET /exam/auth/exam/marking/late/page'>;

/**
 * Answers to one question of a closed attempt that do not count, oldest first: at most LATE_ROWS and LATE_BYTES of them
 * are ever stored (limits.ts).
 * @throws AppError 404 when there is no such attempt here, or it is under way; 409 for a question of an exam that the
 * marker is sitting
 */
export async function listLateAnswers({ db, tenant, viewer, now }: Context, { attemptId, questionId, ...page }: Input) {
  const [closed] = await db
    .select({ userId: examAttempt.userId })
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
