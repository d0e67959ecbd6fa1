import { and, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { countAppeal } from '#src/server/exam/attempt/change-result.ts';
import { markingAppeal } from './tables.ts';
import { pgClientOf } from '#src/server/core/db/tenant.ts';
import { appendJournal } from '#src/server/exam/journal.ts';
import { lockAttempt } from '#src/server/exam/attempt/lock-attempt.ts';
import { readRegrades, rulesOf } from '#src/server/exam/read-regrades.ts';
import { regradedQuestion, ruleOf } from '#src/server/exam/regrade-rule.ts';
import { requireMarker } from '#src/server/exam/marker-of.ts';
import { toHundredths } from '#src/server/exam/score-paper.ts';
import { withheldFromMarker } from '#src/server/exam/withheld-questions.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';
import { changeMark } from '#src/server/exam/attempt/change-mark.ts';
import { readRules, type Rules } from './read-rules.ts';

type Input = OperationInput<'POST /exam/auth/exam/marking/appeal/answer'>;

/**
 * Answers an appeal. Upheld, the new mark changes the result and what follows from it; the candidate is told either way.
 * @throws AppError 403 for the candidate; 404, also for an exam that the viewer does not mark; 409 when it is answered, or for a question of decision 029; 422 for an
 * upheld appeal without a new mark, or a mark that the question cannot have
 */
export async function answerAppeal(ctx: Context, { id, outcome, score, answer }: Input) {
  const { db, tenant, viewer } = ctx;
  const enterpriseId = tenant.id;
  const at = ctx.now();
  const ofAppeal = and(eq(markingAppeal.enterpriseId, enterpriseId), eq(markingAppeal.id, id));
  const [known] = await db.select().from(markingAppeal).where(ofAppeal);
  if (!known) throw notFound();
  const { attemptId, questionId, examId } = known;
  const attempt = await lockAttempt(db, enterpriseId, attemptId);
  if (attempt.userId === viewer.userId) throw new AppError(403, 'cannotAnswerOwnAppeal');
  await requireMarker(ctx, examId);
  // Read again under the lock of the attempt.
  const [{ state } = known] = await db.select({ state: markingAppeal.state }).from(markingAppeal).where(ofAppeal);
  if (state !== 'waiting') throw new AppError(409, 'appealAnswered');
  if (attempt.voidedAt !== null && outcome === 'upheld') throw new AppError(409, 'attemptVoided');
  const who = { enterpriseId, userId: viewer.userId, now: at };
  if ((await withheldFromMarker(db, { ...who, questionIds: [questionId] })).size > 0)
    throw new AppError(409, 'markingWithheld');
  const rules = await readRules(db, enterpriseId, examId);
  const regraded = rulesOf(await readRegrades(db, enterpriseId, examId));
  const frozen = attempt.paper.find((each) => each.questionId === questionId)!;
  const question = regradedQuestion(frozen, ruleOf(frozen, regraded));
  const mark = outcome === 'upheld' ? newMark(score, { before: known.markBefore, most: question.score }, rules) : null;
  await db
    .update(markingAppeal)
    .set({
      ...{ state: outcome, answer, answeredBy: viewer.userId, answeredAt: at },
      markAfter: mark === null ? null : String(mark),
    })
    .where(ofAppeal);
  await countAppeal(db, attempt, -1);
  const passed =
    mark === null ? attempt.passed! : await changeMark(db, attempt, rules, { questionId, mark, reason: answer, at });
  await appendJournal(pgClientOf(db), enterpriseId, [
    {
      ...{ attemptId, kind: 'decision', at, data: { questionId, appealId: id, outcome } },
      content: { markBefore: known.markBefore, mark, answer, passed },
    },
  ]);
  await audit(
    db,
    ctx,
    'exam.markAppealAnswered',
    { attemptId, questionId, outcome, mark, passed },
    { about: [attemptId, attempt.userId] },
  );
  await sendNotices(db, enterpriseId, [
    {
      ...{ userId: attempt.userId, kind: 'markAppealAnswered', detail: { title: rules.title }, at },
      ...{ path: `/account/exam/detail?id=${attemptId}`, source: `mark-appeal-answered:${id}` },
    },
  ]);
  return { state: outcome, markAfter: mark, passed };
}

/** @throws AppError 422 */
function newMark(
  score: number | undefined,
  { before, most }: { before: string; most: number },
  { step }: Rules,
): number {
  const wrong = (key: string) => new AppError(422, 'invalid', { fields: [{ field: 'score', key }] });
  if (score === undefined) throw wrong('field.required');
  if (toHundredths(score) > toHundredths(most)) throw wrong('field.scoreTooHigh');
  if (toHundredths(score) % toHundredths(step) !== 0) throw wrong('field.scoreStep');
  if (toHundredths(score) === toHundredths(before)) throw wrong('field.sameMark');
  return score;
}
