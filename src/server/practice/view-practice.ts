import { and, desc, eq, inArray } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import type { Context } from '#src/server/core/context.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import { exam } from '#src/server/exam/tables/exam.ts';
import { practiceAnswer, practiceRun } from './tables.ts';
import { question, questionBank } from '#src/server/question/tables.ts';
import type { AnswerValue } from '#src/server/exam/answer-shape.ts';
import { inLanguage, publicQuestion } from '#src/server/exam/public-question.ts';
import { keyOf } from './check-answer.ts';
import { lockRun, readRevealable, readRun, type Run } from './read-run.ts';
import { practiceUser } from './practice-user.ts';

/**
 * Returns a practice of the viewer with its questions. A right answer is contained once the own answer was checked, and not
 * while an exam withholds the question.
 * @throws AppError 404
 */
export async function viewPractice(ctx: Context, { id }: { id: string }) {
  const { db, tenant, locale } = ctx;
  const run = await readRun(ctx, id);
  const who = practiceUser(ctx);
  const questionIds = run.paper.map(({ questionId }) => questionId);
  const revealable = await readRevealable(db, who, run.kind, questionIds);
  const stored = await db
    .select()
    .from(practiceAnswer)
    .where(and(eq(practiceAnswer.enterpriseId, tenant.id), eq(practiceAnswer.runId, id)));
  const answers = new Map(stored.map((row) => [row.questionId, row]));
  const topics = await db
    .select({ id: question.id, topic: question.topic })
    .from(question)
    .where(and(eq(question.enterpriseId, tenant.id), inArray(question.id, questionIds)));
  const topicOf = new Map(topics.map((row) => [row.id, row.topic]));
  const [head] = await withTitles(ctx, [run]);
  return {
    ...head!,
    questions: run.paper.map((item) => {
      const answer = answers.get(item.questionId);
      const checked = Boolean(answer?.checkedAt);
      const withheld = !revealable.has(item.questionId);
      return {
        ...publicQuestion(inLanguage(item, locale), who),
        topic: topicOf.get(item.questionId) ?? null,
        mine: (answer?.answer ?? null) as AnswerValue,
        ...{ checked, withheld },
        key: checked && !withheld ? { ...keyOf(item, ctx, who), right: answer!.right } : null,
      };
    }),
  };
}

/** Lists the viewer's practices, newest first. */
export async function pagePractices(ctx: Context, input: OperationInput<'POST /exam/auth/user/practice/page'>) {
  const { db, tenant, viewer } = ctx;
  const own = and(eq(practiceRun.enterpriseId, tenant.id), eq(practiceRun.userId, viewer.userId));
  const { limit, offset } = slice(input);
  const { id, kind, bankId, examId, questionCount, answeredCount, rightCount, startedAt, finishedAt } = practiceRun;
  const rows = await db
    .select({ id, kind, bankId, examId, questionCount, answeredCount, rightCount, startedAt, finishedAt })
    .from(practiceRun)
    .where(own)
    .orderBy(desc(startedAt), desc(id))
    .limit(limit)
    .offset(offset);
  return paging(input, await db.$count(practiceRun, own), await withTitles(ctx, rows));
}

/** Finishes a practice. A repetition changes nothing. @throws AppError 404 */
export async function finishPractice(ctx: Context, { id }: { id: string }) {
  const { answeredCount, rightCount, finishedAt } = await lockRun(ctx, id);
  if (!finishedAt)
    await ctx.db
      .update(practiceRun)
      .set({ finishedAt: ctx.now() })
      .where(and(eq(practiceRun.enterpriseId, ctx.tenant.id), eq(practiceRun.id, id)));
  return { answeredCount, rightCount };
}

async function withTitles<R extends Pick<Run, 'bankId' | 'examId'>>({ db, tenant }: Context, runs: R[]) {
  const given = (ids: (string | null)[]) => ids.filter((each) => each !== null);
  const banks = await db
    .select({ id: questionBank.id, title: questionBank.title })
    .from(questionBank)
    .where(
      and(eq(questionBank.enterpriseId, tenant.id), inArray(questionBank.id, given(runs.map((run) => run.bankId)))),
    );
  const exams = await db
    .select({ id: exam.id, title: exam.title })
    .from(exam)
    .where(and(eq(exam.enterpriseId, tenant.id), inArray(exam.id, given(runs.map((run) => run.examId)))));
  const titles = new Map([...banks, ...exams].map(({ id, title }) => [id, title]));
  return runs.map((run) => ({ ...run, title: titles.get(run.bankId ?? run.examId ?? '') ?? null }));
}
