import { and, asc, eq, sql } from 'drizzle-orm';
import { exam, examAttempt, examLateAnswer, examSwitch } from '#src/server/db/schema/exam.ts';
import type { Context } from '#src/server/http/context.ts';
import { notFound } from '#src/server/http/refusal.ts';
import type { AnswerValue } from './answer-shape.ts';
import { closeExpired } from './close-expired.ts';
import { markingRows } from './list-marking.ts';

/**
 * One attempt as its marker sees it: the short answers with their reference, what came too late, and the screen switches.
 * @throws Refusal 404 when there is no such attempt here, it is under way, or has nothing to mark
 */
export async function viewMarking({ db, tenant, viewer, now }: Context, { attemptId }: { attemptId: string }) {
  const enterpriseId = tenant.id;
  await closeExpired(db, { enterpriseId, attemptId, now: now(), closedBy: 'timer' });
  const { rows } = await markingRows(db, enterpriseId, sql`a.id = ${attemptId} and a.status <> 'open' and s.short > 0`);
  const row = rows[0];
  if (!row) throw notFound();
  const [found] = await db
    .select({ attempt: examAttempt, passScore: exam.passScore })
    .from(examAttempt)
    .innerJoin(exam, and(eq(exam.enterpriseId, examAttempt.enterpriseId), eq(exam.id, examAttempt.examId)))
    .where(and(eq(examAttempt.enterpriseId, enterpriseId), eq(examAttempt.id, attemptId)));
  const { attempt, passScore } = found!;
  const late = await db
    .select()
    .from(examLateAnswer)
    .where(and(eq(examLateAnswer.enterpriseId, enterpriseId), eq(examLateAnswer.attemptId, attemptId)))
    .orderBy(asc(examLateAnswer.arrivedAt), asc(examLateAnswer.id));
  const switches = await db
    .select({ leftAt: examSwitch.leftAt, dwellSeconds: examSwitch.dwellSeconds })
    .from(examSwitch)
    .where(and(eq(examSwitch.enterpriseId, enterpriseId), eq(examSwitch.attemptId, attemptId)))
    .orderBy(asc(examSwitch.leftAt), asc(examSwitch.id));
  return {
    ...row,
    closedBy: attempt.closedBy!,
    objectiveScore: attempt.objectiveScore!,
    totalScore: attempt.totalScore,
    passScore,
    passed: attempt.passed,
    own: attempt.userId === viewer.userId,
    switches,
    questions: attempt.paper
      .filter((question) => question.type === 'short')
      .map((question) => ({
        questionId: question.questionId,
        stem: question.stem,
        score: question.score,
        reference: question.answer as string,
        analysis: question.analysis,
        answer: (attempt.submittedAnswers?.[question.questionId] as string | undefined) ?? '',
        mark: attempt.marks?.[question.questionId] ?? null,
        remark: attempt.remarks?.[question.questionId] ?? null,
        late: late
          .filter((item) => item.questionId === question.questionId)
          .map(({ answer, arrivedAt, reason }) => ({ answer: answer as AnswerValue, arrivedAt, reason })),
      })),
  };
}
