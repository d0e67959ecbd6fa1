import { and, eq, ne } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { countAppeal } from '#src/server/exam/attempt/change-result.ts';
import { markingAppeal, markingMark } from './tables.ts';
import { pgClientOf } from '#src/server/core/db/tenant.ts';
import { appendJournal } from '#src/server/exam/journal.ts';
import { lockAttempt } from '#src/server/exam/attempt/lock-attempt.ts';
import { markersToNotify } from '#src/server/exam/markers-to-notify.ts';
import { viewResult } from '#src/server/exam/view-result.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';

/**
 * Stores a candidate's appeal against the mark of one question, and tells its markers, or else those of the exam.
 * @throws AppError 404 when it is not an attempt of the viewer; 409 while the result is not final or the review does not
 * show the mark, after the days for appeals, for a second appeal about a question, and beyond the number of one paper
 */
export async function saveAppeal(
  ctx: Context,
  { attemptId, questionId, reason }: OperationInput<'POST /exam/auth/user/exam/appeal/save'>,
) {
  const { db, tenant, viewer } = ctx;
  const enterpriseId = tenant.id;
  const at = ctx.now();
  const attempt = await lockAttempt(db, enterpriseId, attemptId, viewer.userId);
  const result = await viewResult(ctx, { attemptId, questions: 'all' });
  const question = result.questions.find((each) => each.questionId === questionId);
  if (!question)
    throw new AppError(422, 'invalid', { fields: [{ field: 'questionId', key: 'field.unknownQuestion' }] });
  if (attempt.voidedAt !== null || result.status !== 'marked' || result.review !== 'open' || question.mark === null)
    throw new AppError(409, 'appealNotOpen');
  if (result.appealUntil === null) throw new AppError(409, 'appealsClosed');
  const ofAttempt = and(eq(markingAppeal.enterpriseId, enterpriseId), eq(markingAppeal.attemptId, attemptId));
  if ((await db.$count(markingAppeal, ofAttempt)) >= MAX_ITEMS.markAppeals)
    throw new AppError(409, 'tooManyMarkAppeals', { params: { limit: MAX_ITEMS.markAppeals } });
  const { examId } = attempt;
  const markBefore = String(question.mark);
  const [appeal] = await db
    .insert(markingAppeal)
    .values({ enterpriseId, examId, attemptId, questionId, reason, markBefore, gmtCreate: at })
    .onConflictDoNothing()
    .returning();
  if (!appeal) throw new AppError(409, 'alreadyAppealedMark');
  await countAppeal(db, attempt, 1);
  await appendJournal(pgClientOf(db), enterpriseId, [
    { attemptId, kind: 'appeal', at, data: { questionId, appealId: appeal.id }, content: { reason } },
  ]);
  await audit(db, ctx, 'exam.markAppealed', { attemptId, questionId }, { about: [attemptId, attempt.userId] });
  const told = await markersOf(ctx, { attemptId, questionId, examId });
  await sendNotices(
    db,
    enterpriseId,
    told.map((userId) => ({
      ...{ userId, kind: 'markAppealMade' as const, detail: { title: result.title }, at },
      ...{ path: '/test/marking?view=appeals', source: `mark-appeal:${appeal.id}` },
    })),
  );
  return appeal;
}

/** Who has marked the answer; nobody: those who mark the exam. */
async function markersOf(
  { db, tenant, viewer }: Context,
  { attemptId, questionId, examId }: { attemptId: string; questionId: string; examId: string },
): Promise<string[]> {
  const markers = await db
    .selectDistinct({ userId: markingMark.userId })
    .from(markingMark)
    .where(
      and(
        eq(markingMark.enterpriseId, tenant.id),
        eq(markingMark.attemptId, attemptId),
        eq(markingMark.questionId, questionId),
        ne(markingMark.userId, viewer.userId),
      ),
    );
  if (markers.length > 0) return markers.map(({ userId }) => userId);
  return markersToNotify(db, { enterpriseId: tenant.id, examId, userId: viewer.userId });
}
