import { randomUUID } from 'node:crypto';
import type { OperationInput } from '#src/contract/calls.ts';
import { requireOpen } from '#src/server/course/study-state.ts';
import type { PaperQuestion } from './tables/attempt.ts';
import { pgClientOf, withTenant } from '#src/server/core/db/tenant.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound, AppError } from '#src/server/core/app-error.ts';
import { closeExpired } from './attempt/close-expired.ts';
import { courseBlock } from './course-block.ts';
import { createAttempt, noteDrawn } from './attempt/create-attempt.ts';
import { enterAttempt, type Writer } from './attempt/enter-attempt.ts';
import { hallView } from './hall-view.ts';
import { readEntry, type Entry } from './read-entry.ts';
import { isExpired } from './times.ts';

type Starting = Omit<Context, 'db'>;
type Started = {
  attemptId: string;
  resumed: boolean;
  /** Null unless the caller has become the writer. */
  hall: Awaited<ReturnType<typeof enterAttempt>> | null;
};
type Input = OperationInput<'POST /exam/auth/user/exam/start'>;
const pendingStarts = new Map<string, Promise<Started>>();

/**
 * Starts an attempt, or returns the open one. Simultaneous starts create one attempt (docs/specification.md, section
 * "Attempts"). With `enter` the caller becomes its writer and gets the paper (decision 066). The deadline is
 * `min(start + limit, window end) + extra time`; extra time and the other accommodations are frozen into the attempt.
 * @throws AppError 403 when the exam belongs to a course that is not open to the viewer; 404 also for those who are not in
 * its audience; 409 when it is not published, outside its windows, passed, no attempt is left, or before the waiting time is over
 */
export async function startExam(ctx: Starting, { id, enter, deviceKey }: Input): Promise<Started> {
  const { tenant, viewer } = ctx;
  const writer = enter ? { session: viewer.sessionId, device: deviceKey ?? null } : null;
  const key = [tenant.id, id, viewer.userId, writer?.session, writer?.device].join(' ');
  // Repeated clicks wait here for the first one, so that they do not occupy a database connection each.
  const first = pendingStarts.get(key);
  if (first) return { ...(await first), resumed: true };
  const starting = startNow(ctx, id, writer).finally(() => pendingStarts.delete(key));
  pendingStarts.set(key, starting);
  return starting;
}

async function startNow(ctx: Starting, id: string, writer: Writer | null): Promise<Started> {
  const { paper, ...started } = await withTenant(ctx.tenant.id, (db) => start({ ...ctx, db }, id, writer));
  if (paper) noteDrawn(paper);
  return started;
}

async function start(
  { db, tenant, viewer, now }: Context,
  examId: string,
  writer: Writer | null,
): Promise<Started & { paper?: PaperQuestion[] }> {
  const enterpriseId = tenant.id;
  const { userId } = viewer;
  const at = now();
  const who = { enterpriseId, userId, examId, now: at };
  // Serialises starts of the same user and exam across processes. What is read begins after the lock: a connection runs its
  // statements one after another, but these two are sent together.
  const locked = pgClientOf(db).query({
    ...{ name: 'lock-start', text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))' },
    values: [`exam-start ${enterpriseId} ${examId} ${userId}`],
  });
  let [, entry] = await Promise.all([locked, readEntry(db, who)]);
  if (entry?.openDeadline && isExpired(entry.openDeadline, at)) {
    await closeExpired(db, { ...who, closedBy: 'timer' });
    entry = await readEntry(db, who);
  }
  if (!entry) throw notFound();
  if (entry.openId) {
    const attemptId = entry.openId;
    const hall = writer && (await enterAttempt(db, { enterpriseId, attemptId, userId }, writer, now));
    return { attemptId, resumed: true, hall };
  }
  // Who owes a second factor finishes what is open, and starts nothing.
  if (viewer.factorDuty === 'all') throw new AppError(403, 'secondFactorRequired', { need: 'factor' });
  requireStartable(entry, at);
  const block = await courseBlock(db, { enterpriseId, userId }, entry, at);
  if (block) requireOpen(block);
  requireAttempt(entry, at);

  const attempt = await createAttempt(db, entry, { userId, seed: randomUUID(), at, writer });
  const { breaks = 0 } = attempt.accommodation ?? {};
  const hall = writer && {
    ...hallView({ attempt, rules: entry, switchCount: 0, answers: [], breaksLeft: breaks }, now()),
    closedBy: null,
    choices: null,
    newlyCounted: false,
  };
  return { attemptId: attempt.id, resumed: false, hall, paper: attempt.paper };
}

function requireStartable({ isAudience, published, windowStart, windowEnd }: Entry, at: Date): void {
  if (!isAudience) throw notFound();
  if (!published) throw new AppError(409, 'examNotPublished');
  if (at < windowStart) throw new AppError(409, 'examNotOpen');
  if (at >= windowEnd) throw new AppError(409, 'examTimeEnded');
}

function requireAttempt({ passed, stopAfterPass, windowNumber, attemptsLeft, nextStart }: Entry, at: Date): void {
  if (passed && (stopAfterPass || windowNumber > 0)) throw new AppError(409, 'examPassed');
  if (attemptsLeft <= 0) throw new AppError(409, 'noAttemptsLeft');
  if (nextStart && at < nextStart) throw new AppError(409, 'examWaitingTime');
}
