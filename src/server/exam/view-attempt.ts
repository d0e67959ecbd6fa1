import { and, eq } from 'drizzle-orm';
import { exam } from './tables/exam.ts';
import { examAnswer } from './tables/answer.ts';
import { examAttempt } from './tables/attempt.ts';
import { countSwitches } from './absences.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import type { AnswerValue } from './answer-shape.ts';
import { breaksLeft } from './attempt/save-break.ts';
import { hallView } from './hall-view.ts';
import { closeExpired } from './attempt/close-expired.ts';

/**
 * Returns the data of the exam screen: the paper without correct answers, the saved answers, server time and deadline.
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
      switchDwellSeconds: exam.switchDwellSeconds,
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
  return hallView(
    {
      ...{ attempt, rules },
      switchCount: await countSwitches(db, enterpriseId, attemptId),
      answers: attempt.status === 'open' ? await savedAnswers(db, enterpriseId, attemptId) : [],
      breaksLeft: await breaksLeft(db, attempt),
    },
    now(),
  );
}

/** Returns the saved answers of an attempt with their epochs and revisions. */
export async function savedAnswers(db: TenantDb, enterpriseId: string, attemptId: string) {
  const rows = await db
    .select()
    .from(examAnswer)
    .where(and(eq(examAnswer.enterpriseId, enterpriseId), eq(examAnswer.attemptId, attemptId)));
  return rows.map(({ questionId, epoch, revision, answer, flagged, lang }) => ({
    questionId,
    epoch,
    revision,
    answer: answer as AnswerValue,
    flagged,
    lang,
  }));
}
