import { and, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { audit } from '#src/server/core/audit.ts';
import { exam, examAttempt } from '#src/server/core/db/schema/exam.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { grantPass } from './grant-pass.ts';
import { lockAttempt } from './lock-attempt.ts';
import { fromHundredths, toHundredths } from './score-paper.ts';
import { withheldFromMarker } from './withheld-questions.ts';

type Input = OperationInput<'POST /exam/auth/exam/marking/save'>;

/**
 * Gives marks to short answers. With the last one the attempt is marked: the score is final, and passing brings what it
 * brings, in the same transaction.
 * @throws AppError 403 for the lecturer's own attempt; 404; 409 while it is under way, once it is marked, or for a question
 * of an exam that the lecturer is sitting; 422 for a question that is no short answer of this paper, or more than it is worth
 */
export async function saveMarks(ctx: Context, { attemptId, marks }: Input) {
  const { db, tenant, viewer, now } = ctx;
  const enterpriseId = tenant.id;
  const at = now();
  const attempt = await lockAttempt(db, enterpriseId, attemptId);
  if (attempt.userId === viewer.userId) throw new AppError(403, 'cannotMarkOwn');
  if (attempt.status === 'open') throw new AppError(409, 'attemptOpen');
  if (attempt.status === 'marked') throw new AppError(409, 'alreadyMarked');
  const questionIds = marks.map((mark) => mark.questionId);
  const withheld = await withheldFromMarker(db, { enterpriseId, userId: viewer.userId, questionIds, now: at });
  if (withheld.size > 0) throw new AppError(409, 'markingWithheld');

  const short = new Map(
    attempt.paper.filter((question) => question.type === 'short').map((question) => [question.questionId, question]),
  );
  const given = { ...attempt.marks };
  const remarks = { ...attempt.remarks };
  const wrong: { field: string; key: string }[] = [];
  marks.forEach(({ questionId, score, remark }, i) => {
    const question = short.get(questionId);
    if (!question) wrong.push({ field: `marks.${i}.questionId`, key: 'field.unknownQuestion' });
    else if (toHundredths(score) > toHundredths(question.score))
      wrong.push({ field: `marks.${i}.score`, key: 'field.scoreTooHigh' });
    given[questionId] = score;
    if (remark) remarks[questionId] = remark;
    else delete remarks[questionId];
  });
  if (wrong.length) throw new AppError(422, 'invalid', { fields: wrong });

  const unmarkedCount = [...short.keys()].filter((id) => given[id] === undefined).length;
  const done = unmarkedCount === 0;
  const subjective = [...short.keys()].reduce((sum, id) => sum + toHundredths(given[id] ?? 0), 0);
  const [rules] = await db
    .select({ passScore: exam.passScore })
    .from(exam)
    .where(and(eq(exam.enterpriseId, enterpriseId), eq(exam.id, attempt.examId)));
  const passed = done ? toHundredths(attempt.objectiveScore!) + subjective >= toHundredths(rules!.passScore) : null;
  const status = done ? ('marked' as const) : ('submitted' as const);
  await db
    .update(examAttempt)
    .set({
      marks: given,
      remarks,
      markedBy: viewer.userId,
      markedAt: at,
      status,
      passed,
      subjectiveScore: done ? String(fromHundredths(subjective)) : null,
    })
    .where(and(eq(examAttempt.enterpriseId, enterpriseId), eq(examAttempt.id, attemptId)));
  const detail = { attemptId, marks, status };
  await audit(db, ctx, 'exam.marked', detail);
  if (passed) await grantPass(db, { enterpriseId, userId: attempt.userId, examId: attempt.examId, at });
  return { status, unmarkedCount, passed };
}
