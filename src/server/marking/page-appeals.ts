import { and, asc, desc, eq, ne, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import type { Context } from '#src/server/core/context.ts';
import { paging, readPage } from '#src/server/core/db/paging.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { exam } from '#src/server/exam/tables/exam.ts';
import { examAttempt, type PaperQuestion } from '#src/server/exam/tables/attempt.ts';
import { markingAppeal } from './tables.ts';
import { readRegrades, rulesOf } from '#src/server/exam/read-regrades.ts';
import { regradedQuestion, ruleOf, type Rules } from '#src/server/exam/regrade-rule.ts';
import { marksExam } from '#src/server/exam/marker-of.ts';
import { withheldFromMarker } from '#src/server/exam/withheld-questions.ts';

/** Lists appeals against marks of exams that the viewer marks, with the answers they are about; what decision 029 withholds from the viewer is left empty. */
export async function pageAppeals(
  ctx: Context,
  { answered, examId, ...input }: OperationInput<'POST /exam/auth/exam/marking/appeal/page'>,
) {
  const { db, tenant, viewer, now } = ctx;
  const page = await readPage(input, ({ limit, offset }) =>
    db
      .select({
        ...{
          appeal: markingAppeal,
          attempt: examAttempt,
          title: exam.title,
          blind: exam.blindMarking,
          step: exam.markStep,
        },
        ...{ userName: enterpriseUser.userName, totalCount: sql<number>`(count(*) over ())::int` },
      })
      .from(markingAppeal)
      .innerJoin(
        examAttempt,
        and(eq(examAttempt.enterpriseId, markingAppeal.enterpriseId), eq(examAttempt.id, markingAppeal.attemptId)),
      )
      .innerJoin(exam, and(eq(exam.enterpriseId, markingAppeal.enterpriseId), eq(exam.id, markingAppeal.examId)))
      .innerJoin(
        enterpriseUser,
        and(eq(enterpriseUser.enterpriseId, examAttempt.enterpriseId), eq(enterpriseUser.userId, examAttempt.userId)),
      )
      .where(
        and(
          eq(markingAppeal.enterpriseId, tenant.id),
          answered ? ne(markingAppeal.state, 'waiting') : eq(markingAppeal.state, 'waiting'),
          examId ? eq(markingAppeal.examId, examId) : undefined,
          marksExam(ctx, sql`${exam}`),
        ),
      )
      .orderBy(
        ...(answered
          ? [desc(markingAppeal.answeredAt), desc(markingAppeal.id)]
          : [asc(markingAppeal.gmtCreate), asc(markingAppeal.id)]),
      )
      .limit(limit)
      .offset(offset),
  );
  const questionIds = page.list.map(({ appeal }) => appeal.questionId);
  const withheld = await withheldFromMarker(db, {
    ...{ enterpriseId: tenant.id, userId: viewer.userId, now: now() },
    questionIds,
  });
  const examIds = [...new Set(page.list.map(({ attempt }) => attempt.examId))];
  const rules = new Map<string, Rules>();
  for (const examId of examIds) rules.set(examId, rulesOf(await readRegrades(db, tenant.id, examId)));
  const list = page.list.map(({ appeal, attempt, title, blind, step, userName }) => {
    const index = attempt.paper.findIndex((each) => each.questionId === appeal.questionId);
    const frozen = attempt.paper[index]!;
    const question = regradedQuestion(frozen, ruleOf(frozen, rules.get(attempt.examId)!));
    const isHidden = withheld.has(appeal.questionId);
    return {
      ...appeal,
      ...{ title, own: attempt.userId === viewer.userId, userName: blind ? null : userName },
      ...{ number: index + 1, stem: question.stem, score: question.score, step },
      given: isHidden ? '' : answerText(question, attempt.submittedAnswers?.[appeal.questionId]),
      reference: isHidden ? null : answerText(question, question.answer),
      remark: isHidden ? null : (attempt.remarks?.[appeal.questionId] ?? null),
    };
  });
  return paging(input, page.totalCount, list);
}

/** An answer or a key as text without words of a language: option keys with their texts, ✓ or ✗, blanks one per line. */
function answerText({ options }: PaperQuestion, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? '✓' : '✗';
  const text = (each: string) => {
    const option = options.find(({ key }) => key === each);
    return option ? `${option.key}. ${option.text}` : each;
  };
  if (!Array.isArray(value)) return text(String(value));
  return value.map((each) => (Array.isArray(each) ? each.join(' / ') : text(String(each)))).join('\n');
}
