import { and, asc, eq, sql } from 'drizzle-orm';
import { exam, examAttempt, examLateAnswer, examSwitch } from '#src/server/db/schema/exam.ts';
import type { Context } from '#src/server/http/context.ts';
import { notFound } from '#src/server/http/refusal.ts';
import type { AnswerValue } from './answer-shape.ts';
import { closeExpired } from './close-expired.ts';
import { markingRows } from './list-marking.ts';
import { withheldFromMarker } from './withheld-questions.ts';

/**
 * One attempt as its marker sees it: the short answers with their reference, what came too late, and the screen switches.
 * Of one's own attempt, and of questions of an exam that the marker is sitting, nothing that tells what is right.
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
  const own = attempt.userId === viewer.userId;
  const short = attempt.paper.filter((question) => question.type === 'short');
  const questionIds = short.map((question) => question.questionId);
  const withheld = await withheldFromMarker(db, { enterpriseId, userId: viewer.userId, questionIds, now: now() });
  return {
    ...row,
    closedBy: attempt.closedBy!,
    objectiveScore: attempt.objectiveScore!,
    totalScore: attempt.totalScore,
    passScore,
    passed: attempt.passed,
    own,
    switches,
    questions: short.map((question) => {
      const { questionId, stem, score } = question;
      // The result of one's own attempt is shown by the review policy, not here.
      const isWithheld = own || withheld.has(questionId);
      const showsAnswer = own || !isWithheld;
      return {
        questionId,
        stem,
        score,
        withheld: isWithheld,
        reference: isWithheld ? null : (question.answer as string),
        analysis: isWithheld ? null : question.analysis,
        answer: showsAnswer ? ((attempt.submittedAnswers?.[questionId] as string | undefined) ?? '') : '',
        mark: isWithheld ? null : (attempt.marks?.[questionId] ?? null),
        remark: isWithheld ? null : (attempt.remarks?.[questionId] ?? null),
        late: late
          .filter((item) => showsAnswer && item.questionId === questionId)
          .map(({ answer, arrivedAt, reason }) => ({ answer: answer as AnswerValue, arrivedAt, reason })),
      };
    }),
  };
}
