import { and, asc, count, desc, eq, inArray, sql, sum } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { exam, examAttempt, examLateAnswer, examRejectedAnswer, examSwitch } from '#src/server/core/db/schema/exam.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { closeExpired } from './close-expired.ts';
import { SHOWN_REJECTIONS } from './limits.ts';
import { markingRows } from './list-marking.ts';
import type { Attempt } from './lock-attempt.ts';
import { withheldFromMarker } from './withheld-questions.ts';

type Input = OperationInput<'GET /exam/auth/exam/marking/view'>;
type Which = { enterpriseId: string; attemptId: string };

/**
 * One attempt as its marker sees it: one page of the short answers with their reference, and how much evidence there is
 * around them. The late answers themselves are read with `listLateAnswers`. Of one's own attempt, and of questions of an
 * exam that the marker is sitting, nothing that tells what is right.
 * @throws AppError 404 when there is no such attempt here, it is under way, or has nothing to mark
 */
export async function viewMarking({ db, tenant, viewer, now }: Context, input: Input) {
  const { attemptId } = input;
  const which = { enterpriseId: tenant.id, attemptId };
  await closeExpired(db, { ...which, now: now(), closedBy: 'timer' });
  const condition = sql`a.id = ${attemptId} and a.status <> 'open' and a.short_count > 0`;
  const [row] = await markingRows(db, tenant.id, condition);
  if (!row) throw notFound();
  const [found] = await db
    .select({ attempt: examAttempt, passScore: exam.passScore })
    .from(examAttempt)
    .innerJoin(exam, and(eq(exam.enterpriseId, examAttempt.enterpriseId), eq(exam.id, examAttempt.examId)))
    .where(and(eq(examAttempt.enterpriseId, tenant.id), eq(examAttempt.id, attemptId)));
  const { attempt, passScore } = found!;
  const own = attempt.userId === viewer.userId;
  return {
    ...row,
    closedBy: attempt.closedBy!,
    objectiveScore: attempt.objectiveScore!,
    totalScore: attempt.totalScore,
    passScore,
    passed: attempt.passed,
    own,
    ...(await switchesOf(db, which)),
    rejected: await rejectedOf(db, which, attempt),
    questions: await questionsOf(db, which, attempt, input, { userId: viewer.userId, now: now() }),
  };
}

async function questionsOf(
  db: TenantDb,
  which: Which,
  attempt: Attempt,
  input: Input,
  marker: { userId: string; now: Date },
) {
  const short = attempt.paper
    .map((question, i) => ({ ...question, number: i + 1 }))
    .filter((question) => question.type === 'short');
  const { limit, offset } = slice(input);
  const shown = short.slice(offset, offset + limit);
  const questionIds = shown.map((question) => question.questionId);
  const own = attempt.userId === marker.userId;
  const late = await lateCounts(db, which, questionIds);
  const withheld = await withheldFromMarker(db, { enterpriseId: which.enterpriseId, questionIds, ...marker });
  const list = shown.map(({ questionId, number, stem, score, answer, analysis }) => {
    // The result of one's own attempt is shown by the review policy, not here.
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
      answer: showsAnswer ? ((attempt.submittedAnswers?.[questionId] as string | undefined) ?? '') : '',
      mark: isWithheld ? null : (attempt.marks?.[questionId] ?? null),
      remark: isWithheld ? null : (attempt.remarks?.[questionId] ?? null),
      lateCount: showsAnswer ? (late.get(questionId) ?? 0) : 0,
    };
  });
  return paging(input, short.length, list);
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

async function switchesOf(db: TenantDb, { enterpriseId, attemptId }: Which) {
  const [found] = await db
    .select({ switchCount: count(), awaySeconds: sum(examSwitch.dwellSeconds).mapWith(Number) })
    .from(examSwitch)
    .where(and(eq(examSwitch.enterpriseId, enterpriseId), eq(examSwitch.attemptId, attemptId)));
  return { switchCount: found!.switchCount, awaySeconds: found!.awaySeconds ?? 0 };
}

async function rejectedOf(db: TenantDb, { enterpriseId, attemptId }: Which, { paper }: Attempt) {
  const rows = await db
    .select()
    .from(examRejectedAnswer)
    .where(and(eq(examRejectedAnswer.enterpriseId, enterpriseId), eq(examRejectedAnswer.attemptId, attemptId)))
    .orderBy(desc(examRejectedAnswer.lastAt), asc(examRejectedAnswer.questionId), asc(examRejectedAnswer.reason))
    .limit(SHOWN_REJECTIONS);
  const numbers = new Map(paper.map((question, i) => [question.questionId, i + 1]));
  return rows.map((row) => ({ number: numbers.get(row.questionId) ?? null, reason: row.reason, count: row.count }));
}
