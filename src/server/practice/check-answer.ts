import { and, eq, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import type { PaperQuestion } from '#src/server/exam/tables/attempt.ts';
import { practiceAnswer, practiceRun } from './tables.ts';
import { type AnswerValue, canonicalAnswer } from '#src/server/exam/answer-shape.ts';
import { inLanguage, renderedKey } from '#src/server/exam/public-question.ts';
import { scoreAnswer, toHundredths } from '#src/server/exam/score-paper.ts';
import { lockRun, requireRevealable, type Run } from './read-run.ts';
import { recordAnswer } from './record-answer.ts';
import { practiceUser } from './practice-user.ts';

type Given = OperationInput<'POST /exam/auth/user/practice/answer/check'>;

/**
 * Stores the draft of an answer. @returns `saved`: false once the answer is checked or the practice finished
 * @throws AppError 404; 422 for an answer that does not fit the question
 */
export async function saveDraft(ctx: Context, { id, questionId, answer }: Given) {
  const run = await lockRun(ctx, id);
  const given = canonical(questionOf(run, questionId), answer);
  if (run.finishedAt || (await readAnswer(ctx, run, questionId))?.checkedAt) return { saved: false };
  await writeAnswer(ctx, run, { questionId, answer: given, checkedAt: null, right: null });
  return { saved: true };
}

/**
 * Checks an answer, notes a mistake, and returns the right answer. A repetition, also from another device, returns the result
 * of the first one.
 * @throws AppError 404; 409 when the practice is finished, or an exam withholds the question; 422 as {@link saveDraft}
 */
export async function checkAnswer(ctx: Context, { id, questionId, answer }: Given) {
  const run = await lockRun(ctx, id);
  const question = questionOf(run, questionId);
  await requireRevealable(ctx, run, questionId);
  const stored = await readAnswer(ctx, run, questionId);
  const signing = { enterpriseId: ctx.tenant.id, now: ctx.now() };
  if (stored?.checkedAt)
    return { ...keyOf(question, ctx, signing), right: stored.right, mine: stored.answer as AnswerValue };
  if (run.finishedAt) throw new AppError(409, 'practiceFinished');
  const given = canonical(question, answer);
  const right = question.type === 'short' ? null : isRight(question, given);
  await writeAnswer(ctx, run, { questionId, answer: given, checkedAt: ctx.now(), right });
  await count(ctx, run, { answered: 1, right: right ? 1 : 0 });
  if (right !== null) await recordAnswer(ctx.db, practiceUser(ctx), { runId: id, questionId, right });
  return { ...keyOf(question, ctx, signing), right, mine: given };
}

/**
 * Stores what the author of a short answer thinks of it after comparing it with the reference; the first assessment counts.
 * @throws AppError 404; 409 while the answer has not been checked
 */
export async function assessAnswer(
  ctx: Context,
  { id, questionId, right }: OperationInput<'POST /exam/auth/user/practice/answer/assess'>,
) {
  const run = await lockRun(ctx, id);
  const question = questionOf(run, questionId);
  const stored = await readAnswer(ctx, run, questionId);
  if (question.type !== 'short' || !stored?.checkedAt) throw new AppError(409, 'practiceNotChecked');
  if (stored.right !== null) return { right: stored.right };
  const { answer, checkedAt } = stored;
  await writeAnswer(ctx, run, { questionId, answer, checkedAt, right });
  await count(ctx, run, { answered: 0, right: right ? 1 : 0 });
  await recordAnswer(ctx.db, practiceUser(ctx), { runId: id, questionId, right });
  return { right };
}

/** The right answer of a question with its explanation, in the language of the page if the question has it. */
export function keyOf(
  question: PaperQuestion,
  { locale }: Pick<Context, 'locale'>,
  signing: { enterpriseId: string; now: Date },
) {
  const shown = inLanguage(question, locale);
  return { answer: shown.answer, analysis: shown.analysis, keyHtml: renderedKey(shown, signing) };
}

function questionOf(run: Run, questionId: string): PaperQuestion {
  const question = run.paper.find((each) => each.questionId === questionId);
  if (!question) throw notFound();
  return question;
}

function canonical({ type, blanks, options }: PaperQuestion, answer: AnswerValue): AnswerValue {
  const given = canonicalAnswer({ type, blanks, keys: options.map(({ key }) => key) }, answer);
  if (given === undefined) throw new AppError(422, 'invalid', { fields: [{ field: 'answer', key: 'field.invalid' }] });
  return given;
}

/** Full marks: also of a question that has no score in the exam. */
const isRight = (question: PaperQuestion, given: AnswerValue): boolean =>
  scoreAnswer({ ...question, score: 1 }, given) === toHundredths(1);

async function readAnswer({ db, tenant }: Context, { id }: Run, questionId: string) {
  const [stored] = await db
    .select()
    .from(practiceAnswer)
    .where(
      and(
        eq(practiceAnswer.enterpriseId, tenant.id),
        eq(practiceAnswer.runId, id),
        eq(practiceAnswer.questionId, questionId),
      ),
    );
  return stored;
}

type NewAnswer = Pick<typeof practiceAnswer.$inferInsert, 'questionId' | 'answer' | 'checkedAt' | 'right'>;

async function writeAnswer({ db, tenant, now }: Context, { id }: Run, { questionId, ...values }: NewAnswer) {
  const changed = { ...values, savedAt: now() };
  await db
    .insert(practiceAnswer)
    .values({ enterpriseId: tenant.id, runId: id, questionId, ...changed })
    .onConflictDoUpdate({
      target: [practiceAnswer.enterpriseId, practiceAnswer.runId, practiceAnswer.questionId],
      set: changed,
    });
}

async function count({ db, tenant }: Context, { id }: Run, more: { answered: number; right: number }): Promise<void> {
  await db
    .update(practiceRun)
    .set({
      answeredCount: sql`${practiceRun.answeredCount} + ${more.answered}`,
      rightCount: sql`${practiceRun.rightCount} + ${more.right}`,
    })
    .where(and(eq(practiceRun.enterpriseId, tenant.id), eq(practiceRun.id, id)));
}
