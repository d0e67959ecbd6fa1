import { and, count, eq } from 'drizzle-orm';
import { exam, examAnswer, examAttempt, examSwitch, type PaperQuestion } from '#src/server/core/db/schema/exam.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import type { AnswerValue } from './answer-shape.ts';
import { closeExpired } from './close-expired.ts';

/**
 * What the exam hall shows: the paper without its key, the saved answers, the server's time and the deadline.
 * @throws AppError 404 when it is not an attempt of the viewer
 */
export async function viewAttempt({ db, tenant, viewer, now }: Context, { attemptId }: { attemptId: string }) {
  const enterpriseId = tenant.id;
  await closeExpired(db, { enterpriseId, userId: viewer.userId, attemptId, now: now(), closedBy: 'timer' });
  const [found] = await db
    .select({
      attempt: examAttempt,
      title: exam.title,
      passScore: exam.passScore,
      switchPolicy: exam.switchPolicy,
      switchLimit: exam.switchLimit,
    })
    .from(examAttempt)
    .innerJoin(exam, and(eq(exam.enterpriseId, examAttempt.enterpriseId), eq(exam.id, examAttempt.examId)))
    .where(
      and(
        eq(examAttempt.enterpriseId, enterpriseId),
        eq(examAttempt.id, attemptId),
        eq(examAttempt.userId, viewer.userId),
      ),
    );
  if (!found) throw notFound();
  const { attempt, ...rules } = found;
  const open = attempt.status === 'open';
  return {
    ...rules,
    attemptId,
    examId: attempt.examId,
    number: attempt.number,
    status: attempt.status,
    epoch: attempt.writerEpoch,
    serverTime: now(),
    deadlineAt: attempt.deadlineAt,
    startedAt: attempt.startedAt,
    totalScore: attempt.totalScore,
    switchCount: await countSwitches(db, enterpriseId, attemptId),
    questions: open ? attempt.paper.map(withoutKey) : [],
    answers: open ? await savedAnswers(db, enterpriseId, attemptId) : [],
  };
}

/** A question as it may leave the server: named field by field, so that nothing else ever comes along. */
export function withoutKey({ questionId, section, type, stem, options, blanks, score }: PaperQuestion) {
  return { questionId, section, type, stem, options, blanks, score };
}

/** Answers as the server holds them, with their revisions. */
export async function savedAnswers(db: TenantDb, enterpriseId: string, attemptId: string) {
  const rows = await db
    .select()
    .from(examAnswer)
    .where(and(eq(examAnswer.enterpriseId, enterpriseId), eq(examAnswer.attemptId, attemptId)));
  return rows.map(({ questionId, epoch, revision, answer, flagged }) => ({
    questionId,
    epoch,
    revision,
    answer: answer as AnswerValue,
    flagged,
  }));
}

/** How often the person left the exam screen. */
export async function countSwitches(db: TenantDb, enterpriseId: string, attemptId: string): Promise<number> {
  const [found] = await db
    .select({ n: count() })
    .from(examSwitch)
    .where(and(eq(examSwitch.enterpriseId, enterpriseId), eq(examSwitch.attemptId, attemptId)));
  return found!.n;
}
