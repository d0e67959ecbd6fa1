import { and, eq } from 'drizzle-orm';
import { exam } from './tables/exam.ts';
import { examAttempt } from './tables/attempt.ts';
import { countSwitches } from './absences.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { breaksLeft } from './attempt/save-break.ts';
import { hallView, savedAnswers } from './hall-view.ts';
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
