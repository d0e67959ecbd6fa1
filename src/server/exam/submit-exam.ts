import { and, count, eq, ne, sum } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import {
  exam,
  examAllowance,
  examAttempt,
  examLateAnswer,
  examRejectedAnswer,
} from '#src/server/core/db/schema/exam.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { shapeOf } from './attempt-shapes.ts';
import { checkEntries } from './check-entries.ts';
import { closeAttempt } from './close-attempt.ts';
import { lockAttempt, type Attempt } from './lock-attempt.ts';
import { receiptOf } from './receipt.ts';
import { saveHere } from './save-batch.ts';
import type { ExamState } from './standing.ts';
import { isExpired } from './times.ts';

type Input = OperationInput<'POST /exam/auth/user/exam/submit'>;

/**
 * Hands in: saves the last answers and closes the attempt in one transaction, under its lock. A repeat answers the same
 * receipt. Past deadline and grace the attempt is closed as it was, and the answers are kept for the marker. Answers that
 * do not fit the paper are rejected one by one and do not keep the person from handing in.
 * @throws AppError 404 when it is not an attempt of the viewer; 409 when another tab or device has taken over
 */
export async function submitExam({ db, tenant, viewer, now }: Context, { attemptId, epoch, answers }: Input) {
  const enterpriseId = tenant.id;
  const at = now();
  let attempt = await lockAttempt(db, enterpriseId, attemptId, viewer.userId);
  const checked = checkEntries(shapeOf(attempt), epoch, answers);
  const expired = isExpired(attempt.deadlineAt, at);
  if (attempt.status === 'open' && !expired && attempt.writerEpoch !== epoch)
    throw new AppError(409, 'attemptTakenOver');
  if (expired) attempt = await closeAttempt(db, attempt, 'timer', at);
  const { acks, rejected } = await saveHere(db, enterpriseId, { attemptId: attempt.id, checked, now: at });
  attempt = await closeAttempt(db, attempt, at > attempt.deadlineAt ? 'timer' : 'person', at);
  return {
    examState: await stateAfter(db, attempt, at),
    receipt: receiptOf(attempt),
    lateCount: await countLate(db, enterpriseId, attemptId),
    acks,
    rejected,
  };
}

/** State of the exam as one closed attempt leaves it (spec section 3). */
export async function stateAfter(db: Context['db'], attempt: Attempt, now: Date): Promise<ExamState> {
  if (attempt.passed === null) return 'awaitingMarking';
  if (attempt.passed) return 'pass';
  const left = await attemptsLeft(db, attempt);
  return left.count > 0 && now < left.windowEnd ? 'resit' : 'fail';
}

/** How many attempts a person still has at an exam, and until when. */
export async function attemptsLeft(db: Context['db'], { enterpriseId, examId, userId }: Attempt) {
  const [rules] = await db
    .select({ max: exam.maxAttempts, extra: examAllowance.extraAttempts, windowEnd: exam.windowEnd })
    .from(exam)
    .leftJoin(
      examAllowance,
      and(
        eq(examAllowance.enterpriseId, exam.enterpriseId),
        eq(examAllowance.examId, exam.id),
        eq(examAllowance.userId, userId),
      ),
    )
    .where(and(eq(exam.enterpriseId, enterpriseId), eq(exam.id, examId)));
  const [used] = await db
    .select({ n: count() })
    .from(examAttempt)
    .where(
      and(eq(examAttempt.enterpriseId, enterpriseId), eq(examAttempt.examId, examId), eq(examAttempt.userId, userId)),
    );
  return { count: Math.max(0, rules!.max + (rules!.extra ?? 0) - used!.n), windowEnd: rules!.windowEnd };
}

/** Answers of an attempt that came too late to count. */
export async function countLate(db: Context['db'], enterpriseId: string, attemptId: string): Promise<number> {
  const [late] = await db
    .select({ n: count() })
    .from(examLateAnswer)
    .where(
      and(
        eq(examLateAnswer.enterpriseId, enterpriseId),
        eq(examLateAnswer.attemptId, attemptId),
        ne(examLateAnswer.reason, 'superseded'),
      ),
    );
  return late!.n;
}

/** Answers of an attempt that the server did not accept. */
export async function countRejected(db: Context['db'], enterpriseId: string, attemptId: string): Promise<number> {
  const [rejected] = await db
    .select({ n: sum(examRejectedAnswer.count).mapWith(Number) })
    .from(examRejectedAnswer)
    .where(and(eq(examRejectedAnswer.enterpriseId, enterpriseId), eq(examRejectedAnswer.attemptId, attemptId)));
  return rejected!.n ?? 0;
}
