import { and, asc, count, desc, eq, gt, inArray, ne, or, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { exam } from '#src/server/exam/tables/exam.ts';
import { examLateAnswer, examRejectedAnswer } from '#src/server/exam/tables/answer.ts';
import { examAttempt } from '#src/server/exam/tables/attempt.ts';
import { examSwitchAppeal } from '#src/server/exam/tables/journal.ts';
import { markingMark } from './tables.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { closeExpired } from '#src/server/exam/attempt/close-expired.ts';
import { MAX_SHOWN_REJECTIONS } from '#src/server/exam/limits.ts';
import type { Attempt } from '#src/server/exam/attempt/lock-attempt.ts';
import { marksExam } from '#src/server/exam/marker-of.ts';
import { inLanguage, publicQuestion, renderedKey } from '#src/server/exam/public-question.ts';
import { answerLangs } from '#src/server/exam/answer-langs.ts';
import { withheldFromMarker } from '#src/server/exam/withheld-questions.ts';
import { readSwitches } from './read-switches.ts';

type Input = OperationInput<'GET /exam/auth/exam/marking/view'>;
/** Whose switches wait for a decision or have one, also without short answers. */
const hasSwitchAppeal = sql`exists (select from ${examSwitchAppeal}
  where ${examSwitchAppeal.enterpriseId} = ${examAttempt.enterpriseId} and ${examSwitchAppeal.attemptId} = ${examAttempt.id})`;

/** What would tell whose paper it is while marking is blind. */
const HIDDEN = { userName: null, department: null, number: null, submittedAt: null };

type Which = { enterpriseId: string; attemptId: string };

/**
 * Returns one attempt for its marker: one page of the short answers with their reference answers, and the amount of evidence
 * (switches, rejected and late answers; the late answers are read with `listLateAnswers`). Reference answers and marks are
 * withheld for the marker's own attempt and for questions of withheld-questions.ts.
 * @throws AppError 404 when the attempt does not exist here, is open, has neither short answers
 * nor appeals against switches, or when the viewer does not mark its exam
 */
export async function viewMarking(ctx: Context, input: Input) {
  const { db, tenant, viewer, now, locale } = ctx;
  const { attemptId } = input;
  const which = { enterpriseId: tenant.id, attemptId };
  await closeExpired(db, { ...which, now: now(), closedBy: 'timer' });
  const [found] = await db
    .select({
      attempt: examAttempt,
      title: exam.title,
      passScore: exam.passScore,
      blind: exam.blindMarking,
      userName: enterpriseUser.userName,
      department: enterpriseUser.department,
      lateCount: db.$count(
        examLateAnswer,
        and(eq(examLateAnswer.enterpriseId, tenant.id), eq(examLateAnswer.attemptId, attemptId)),
      ),
    })
    .from(examAttempt)
    .innerJoin(exam, and(eq(exam.enterpriseId, examAttempt.enterpriseId), eq(exam.id, examAttempt.examId)))
    .innerJoin(
      enterpriseUser,
      and(eq(enterpriseUser.enterpriseId, examAttempt.enterpriseId), eq(enterpriseUser.userId, examAttempt.userId)),
    )
    .where(
      and(
        eq(examAttempt.enterpriseId, tenant.id),
        eq(examAttempt.id, attemptId),
        ne(examAttempt.status, 'open'),
        or(gt(examAttempt.shortCount, 0), hasSwitchAppeal),
        marksExam(ctx, sql`${exam}`),
      ),
    );
  if (!found) throw notFound();
  const { attempt, blind, ...names } = found;
  const own = attempt.userId === viewer.userId;
  return {
    ...names,
    attemptId,
    examId: attempt.examId,
    number: attempt.number,
    submittedAt: attempt.submittedAt,
    ...(blind && attempt.status !== 'marked' ? HIDDEN : {}),
    status: attempt.status as 'submitted' | 'marked',
    shortCount: attempt.shortCount,
    unmarkedCount: attempt.unmarkedCount,
    closedBy: attempt.closedBy!,
    objectiveScore: attempt.objectiveScore!,
    totalScore: attempt.totalScore,
    passed: attempt.passed,
    own,
    ...(await readSwitches(db, which)),
    rejected: await rejectedOf(db, which, attempt),
    questions: await questionsOf(db, which, attempt, input, { userId: viewer.userId, now: now(), locale }),
  };
}

async function questionsOf(
  db: TenantDb,
  which: Which,
  attempt: Attempt,
  input: Input,
  marker: { userId: string; now: Date; locale: string },
) {
  const short = attempt.paper
    .map((question, i) => ({ ...inLanguage(question, marker.locale), number: i + 1 }))
    .filter((question) => question.type === 'short');
  const { limit, offset } = slice(input);
  const shown = short.slice(offset, offset + limit);
  const questionIds = shown.map((question) => question.questionId);
  const own = attempt.userId === marker.userId;
  const signing = { enterpriseId: which.enterpriseId, now: marker.now };
  const late = await lateCounts(db, which, questionIds);
  const langs = await answerLangs(db, attempt);
  const marks = await marksFor(db, which, attempt, marker.userId);
  const withheld = await withheldFromMarker(db, { enterpriseId: which.enterpriseId, questionIds, ...marker });
  const list = shown.map((question) => {
    const { questionId, number, stem, score, answer, analysis } = question;
    // Results of the viewer's own attempt are shown in its review, according to the review policy.
    const isWithheld = own || withheld.has(questionId);
    const showsAnswer = own || !isWithheld;
    return {
      questionId,
      number,
      stem,
      score,
      withheld: isWithheld,
      reference: isWithheld ? null : (answer as string),
      analysis: isWithheld ? null : analysis,
      html: {
        ...publicQuestion(question, signing).html,
        ...(isWithheld ? {} : renderedKey(question, signing)),
      },
      answer: showsAnswer ? ((attempt.submittedAnswers?.[questionId] as string | undefined) ?? '') : '',
      answerLang: showsAnswer ? (langs.get(questionId) ?? null) : null,
      mark: isWithheld ? null : (marks.get(questionId)?.mark ?? null),
      remark: isWithheld ? null : (marks.get(questionId)?.remark ?? null),
      lateCount: showsAnswer ? (late.get(questionId) ?? 0) : 0,
    };
  });
  return paging(input, short.length, list);
}

/**
 * The marks that a marker sees: those that count, and their own where another marker is still needed, because markers mark
 * independently.
 */
async function marksFor(db: TenantDb, { enterpriseId, attemptId }: Which, attempt: Attempt, userId: string) {
  const own = await db
    .select({ questionId: markingMark.questionId, score: markingMark.score, remark: markingMark.remark })
    .from(markingMark)
    .where(
      and(
        eq(markingMark.enterpriseId, enterpriseId),
        eq(markingMark.attemptId, attemptId),
        eq(markingMark.userId, userId),
      ),
    );
  const marks = new Map(own.map(({ questionId, score, remark }) => [questionId, { mark: Number(score), remark }]));
  for (const [questionId, mark] of Object.entries(attempt.marks ?? {}))
    marks.set(questionId, { mark, remark: attempt.remarks?.[questionId] ?? null });
  return marks;
}

async function lateCounts(db: TenantDb, { enterpriseId, attemptId }: Which, questionIds: string[]) {
  const rows = await db
    .select({ questionId: examLateAnswer.questionId, n: count() })
    .from(examLateAnswer)
    .where(
      and(
        eq(examLateAnswer.enterpriseId, enterpriseId),
        eq(examLateAnswer.attemptId, attemptId),
        inArray(examLateAnswer.questionId, questionIds),
      ),
    )
    .groupBy(examLateAnswer.questionId);
  return new Map(rows.map((row) => [row.questionId, row.n]));
}

async function rejectedOf(db: TenantDb, { enterpriseId, attemptId }: Which, { paper }: Attempt) {
  const rows = await db
    .select()
    .from(examRejectedAnswer)
    .where(and(eq(examRejectedAnswer.enterpriseId, enterpriseId), eq(examRejectedAnswer.attemptId, attemptId)))
    .orderBy(desc(examRejectedAnswer.lastAt), asc(examRejectedAnswer.questionId), asc(examRejectedAnswer.reason))
    .limit(MAX_SHOWN_REJECTIONS);
  const numbers = new Map(paper.map((question, i) => [question.questionId, i + 1]));
  return rows.map((row) => ({ number: numbers.get(row.questionId) ?? null, reason: row.reason, count: row.count }));
}
