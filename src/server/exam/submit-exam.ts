import { and, count, eq, ne, sum } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { examLateAnswer, examRejectedAnswer } from '#src/server/core/db/schema/exam-answer.ts';
import type { Context } from '#src/server/core/context.ts';
import { pgClientOf } from '#src/server/core/db/tenant.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { shapeOf } from './attempt-shapes.ts';
import { checkEntries } from './check-entries.ts';
import { closeAttempt } from './close-attempt.ts';
import { appendJournal } from './journal.ts';
import { lockAttempt, type Attempt } from './lock-attempt.ts';
import { readProgress } from './progress.ts';
import { receiptOf } from './receipt.ts';
import { saveHere } from './save-batch.ts';
import type { ExamState } from './standing.ts';
import { clockAt, isExpired } from './times.ts';

type Input = OperationInput<'POST /exam/auth/user/exam/submit'>;

/**
 * Submits an attempt: saves the last answers and closes it in one transaction, under its lock. A repeated submission returns
 * the same receipt. After deadline and grace period the attempt is closed without these answers, which are stored for the
 * marker. Invalid answers are rejected one by one and do not prevent the submission.
 * @throws AppError 404 when it is not an attempt of the viewer; 409 when another tab or device has taken over
 */
export async function submitExam({ db, tenant, viewer, now }: Context, { attemptId, epoch, answers }: Input) {
  const enterpriseId = tenant.id;
  const at = now();
  let attempt = await lockAttempt(db, enterpriseId, attemptId, viewer.userId);
  const checked = checkEntries(shapeOf(attempt), epoch, answers);
  const clock = clockAt(attempt, at);
  const expired = isExpired(attempt.deadlineAt, clock);
  if (attempt.status === 'open' && !expired && attempt.writerEpoch !== epoch)
    throw new AppError(409, 'attemptTakenOver');
  if (expired) attempt = await closeAttempt(db, attempt, 'timer', at);
  const isLimited = attempt.status !== 'open';
  const { acks, rejected } = await saveHere(db, enterpriseId, { attemptId, checked, now: at }, { isLimited });
  if (attempt.status === 'open')
    await appendJournal(pgClientOf(db), enterpriseId, [{ attemptId, kind: 'submit', at, data: { epoch } }]);
  attempt = await closeAttempt(db, attempt, clock > attempt.deadlineAt ? 'timer' : 'person', at);
  return {
    examState: await stateAfter(db, attempt, at),
    closedBy: attempt.closedBy!,
    receipt: receiptOf(attempt),
    questionCount: attempt.paper.length,
    lateCount: await countLate(db, enterpriseId, attemptId),
    acks,
    rejected,
  };
}

/** Returns the state of the exam after a closed attempt (spec section 3). */
export async function stateAfter(db: Context['db'], attempt: Attempt, now: Date): Promise<ExamState> {
  if (attempt.passed === null) return 'awaitingMarking';
  if (attempt.passed) return 'pass';
  const { passed, countingLeft } = await readProgress(db, { ...attempt, now });
  return !passed && countingLeft > 0 ? 'resit' : 'fail';
}

/** Returns the number of answers of an attempt that arrived too late to count. */
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

/** Returns the number of answers of an attempt that the server rejected. */
export async function countRejected(db: Context['db'], enterpriseId: string, attemptId: string): Promise<number> {
  const [rejected] = await db
    .select({ n: sum(examRejectedAnswer.count).mapWith(Number) })
    .from(examRejectedAnswer)
    .where(and(eq(examRejectedAnswer.enterpriseId, enterpriseId), eq(examRejectedAnswer.attemptId, attemptId)));
  return rejected!.n ?? 0;
}
