import { and, asc, eq, inArray } from 'drizzle-orm';
import type pg from 'pg';
import type { OperationInput } from '#src/contract/calls.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { examAttempt } from './tables/attempt.ts';
import { pgClientOf, withTenant, type TenantDb } from '#src/server/core/db/tenant.ts';
import { attemptBatch } from './attempt-batch.ts';
import { attemptShape } from './attempt-shapes.ts';
import { checkEntries, type Checked } from './check-entries.ts';
import { closeAttempts, type ClosedBy, type Closing } from './attempt/close-attempt.ts';
import type { JournalEvent } from './journal.ts';
import type { Attempt } from './attempt/lock-attempt.ts';
import { type Progress, readProgressOf } from './progress.ts';
import { lockRules } from './read-regrades.ts';
import { receiptOf } from './receipt.ts';
import { writeAnswers } from './save-batch.ts';
import type { Acknowledged } from './acknowledge.ts';
import type { ExamState } from './exam-states.ts';
import { clockAt, isExpired } from './times.ts';

type Input = OperationInput<'POST /exam/auth/user/exam/submit'>;
type Submission = { attemptId: string; examId: string; epoch: number; checked: Checked; now: Date };
type Submitted = Acknowledged & {
  examState: ExamState;
  closedBy: ClosedBy;
  receipt: ReturnType<typeof receiptOf>;
  questionCount: number;
  lateCount: number;
};

/**
 * Submits an attempt: saves the last answers and closes it in one transaction, under its lock. A repeated submission returns
 * the same receipt. After deadline and grace period the attempt is closed without these answers, which are stored for the
 * marker. Invalid answers are rejected one by one and do not prevent the submission. Candidates who submit at the same time
 * share a transaction (decision 074).
 * @throws AppError 404 when it is not an attempt of the viewer; 409 when another tab or device has taken over
 */
export async function submitExam(
  { tenant, viewer, now }: RequestContext & { viewer: Viewer },
  { attemptId, epoch, answers }: Input,
): Promise<Submitted> {
  const shape = await attemptShape(tenant.id, attemptId);
  if (!shape || shape.userId !== viewer.userId) throw notFound();
  const checked = checkEntries(shape, epoch, answers);
  return submitInTurn(tenant.id, { attemptId, examId: shape.examId, epoch, checked, now: now() });
}

/**
 * Submissions of one transaction, which holds the locks of all of them, and the shortest time between two, ms. One transaction at
 * a time: those who submit wait for each other rather than for a connection that others need.
 */
const submit = attemptBatch<Submission, Submitted>(
  (enterpriseId, all, lockTimeout) =>
    withTenant(enterpriseId, (db) => close(db, enterpriseId, all), { lockTimeout, lane: 'exam' }),
  { max: 40, concurrency: 1, every: 50 },
);

/** The latest submission of each attempt that is under way. */
const latest = new Map<string, Promise<unknown>>();

/**
 * Submits after earlier submissions of the same attempt, which are in one batch once at most: who repeats theirs waits for
 * themselves, and delays nobody else.
 */
async function submitInTurn(enterpriseId: string, submission: Submission): Promise<Submitted> {
  const { attemptId } = submission;
  const earlier = latest.get(attemptId);
  // The earlier one has its own answer.
  const mine = earlier
    ? earlier.then(
        () => submit(enterpriseId, submission),
        () => submit(enterpriseId, submission),
      )
    : submit(enterpriseId, submission);
  latest.set(attemptId, mine);
  try {
    return await mine;
  } finally {
    if (latest.get(attemptId) === mine) latest.delete(attemptId);
  }
}

async function close(db: TenantDb, enterpriseId: string, all: Submission[]) {
  const client = pgClientOf(db);
  // Before the attempts, as a regrade locks them.
  await lockRules(
    db,
    all.map(({ examId }) => examId),
  );
  const attempts = await lockAttempts(db, enterpriseId, all);
  const refusals = new Map<Submission, AppError>();
  for (const each of all) {
    const refusal = submissionError(attempts.get(each.attemptId), each);
    if (refusal) refusals.set(each, refusal);
  }
  const accepted = all.filter((each) => !refusals.has(each));
  if (accepted.length === 0) return all.map((each) => refusals.get(each)!);
  const keep = (closed: Attempt[]) => closed.forEach((attempt) => attempts.set(attempt.id, attempt));
  const clockOf = ({ attemptId, now }: Submission) => clockAt(attempts.get(attemptId)!, now);
  const closingOf = (each: Submission, closedBy: Closing['closedBy']): Closing => ({
    ...{ attempt: attempts.get(each.attemptId)!, closedBy, now: each.now },
  });
  const expired = accepted.filter((each) => isExpired(attempts.get(each.attemptId)!.deadlineAt, clockOf(each)));
  if (expired.length > 0)
    keep(
      await closeAttempts(
        db,
        expired.map((each) => closingOf(each, 'timer')),
      ),
    );
  const isOpen = ({ attemptId }: Submission) => attempts.get(attemptId)!.status === 'open';
  const saved = await writeAnswers(
    client,
    enterpriseId,
    accepted,
    accepted.filter((each) => !isOpen(each)),
  );
  const events = accepted.filter(isOpen).map(({ attemptId, now, epoch }): JournalEvent => {
    return { attemptId, kind: 'submit', at: now, data: { epoch } };
  });
  const closing = accepted.map((each) =>
    closingOf(each, clockOf(each) > attempts.get(each.attemptId)!.deadlineAt ? 'timer' : 'person'),
  );
  keep(await closeAttempts(db, closing, { heads: saved.heads, events: [...saved.events, ...events] }));
  const late = await countLateOf(
    client,
    enterpriseId,
    accepted.map(({ attemptId }) => attemptId),
  );
  const states = await statesAfter(
    db,
    accepted.map(({ attemptId, now }) => ({ attempt: attempts.get(attemptId)!, now })),
  );
  return all.map((each) => {
    const i = accepted.indexOf(each);
    if (i < 0) return refusals.get(each)!;
    const { acks, rejected } = saved.results[i]!;
    const attempt = attempts.get(each.attemptId)!;
    return {
      ...{ examState: states[i]!, closedBy: attempt.closedBy!, receipt: receiptOf(attempt) },
      ...{ questionCount: attempt.paper.length, lateCount: late.get(each.attemptId) ?? 0, acks, rejected },
    };
  });
}

/** Locks the attempts in the order of their ids: saves hold them FOR SHARE until their COMMIT (lock-attempt.ts). */
async function lockAttempts(db: TenantDb, enterpriseId: string, all: Submission[]): Promise<Map<string, Attempt>> {
  const ids = all.map(({ attemptId }) => attemptId);
  const rows = await db
    .select()
    .from(examAttempt)
    .where(and(eq(examAttempt.enterpriseId, enterpriseId), inArray(examAttempt.id, ids)))
    .orderBy(asc(examAttempt.id))
    .for('update');
  return new Map(rows.map((attempt) => [attempt.id, attempt]));
}

function submissionError(attempt: Attempt | undefined, { epoch, now }: Submission): AppError | null {
  if (!attempt) return notFound();
  const expired = isExpired(attempt.deadlineAt, clockAt(attempt, now));
  const takenOver = attempt.status === 'open' && !expired && attempt.writerEpoch !== epoch;
  return takenOver ? new AppError(409, 'attemptTakenOver') : null;
}

type Closed = { attempt: Attempt; now: Date };

/** Returns the states of exams after closed attempts of one tenant. */
async function statesAfter(db: TenantDb, closed: Closed[]): Promise<ExamState[]> {
  const failed = closed.filter(({ attempt }) => attempt.passed === false);
  const {
    attempt: { enterpriseId },
    now,
  } = closed[0]!;
  const progress = await readProgressOf(db, { enterpriseId, whose: failed.map(({ attempt }) => attempt), now });
  return closed.map((each) => stateOf(each.attempt, progress[failed.indexOf(each)]));
}

/** The state of an exam after a closed attempt. @param progress needed if it was not passed */
export function stateOf({ passed }: Attempt, progress: Progress | undefined): ExamState {
  if (passed === null) return 'awaitingMarking';
  if (passed) return 'pass';
  return !progress!.passed && progress!.countingLeft > 0 ? 'resit' : 'fail';
}

/** $1 enterprise, $2 attempts. */
const LATE = `
select attempt_id as id, count(*)::int as n from exam_late_answer
where enterprise_id = $1 and attempt_id = any($2::uuid[]) and reason <> 'superseded' group by attempt_id`;

/** Returns the numbers of answers of attempts that arrived too late to count; attempts without one are missing. */
async function countLateOf(client: pg.PoolClient, enterpriseId: string, ids: string[]): Promise<Map<string, number>> {
  const { rows } = await client.query<{ id: string; n: number }>({
    ...{ name: 'late-of', text: LATE, values: [enterpriseId, ids] },
  });
  return new Map(rows.map(({ id, n }) => [id, n]));
}
