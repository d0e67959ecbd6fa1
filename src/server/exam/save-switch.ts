import { and, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { exam, examSwitch } from '#src/server/core/db/schema/exam.ts';
import type { Context } from '#src/server/core/context.ts';
import { shapeOf } from './attempt-shapes.ts';
import { checkEntries } from './check-entries.ts';
import { closeAttempt } from './close-attempt.ts';
import { closeExpired } from './close-expired.ts';
import { SWITCH_ROWS } from './limits.ts';
import { lockAttempt } from './lock-attempt.ts';
import { saveHere } from './save-batch.ts';
import { countSwitches } from './view-attempt.ts';

type Input = OperationInput<'POST /exam/auth/user/exam/switch/save'>;

/**
 * Logs that the person left the exam screen, or for how long they were away, and does what the exam's policy says: the
 * attempt is closed at the first switch (`at_once`), or at the one beyond the limit (`limit`). The last answers come
 * along and are saved first, so none is lost with it.
 * @throws AppError 404 when it is not an attempt of the viewer
 */
export async function saveSwitch({ db, tenant, viewer, now }: Context, input: Input) {
  const { attemptId, epoch, dwellSeconds } = input;
  const enterpriseId = tenant.id;
  const at = now();
  await closeExpired(db, { enterpriseId, attemptId, userId: viewer.userId, now: at, closedBy: 'timer' });
  let attempt = await lockAttempt(db, enterpriseId, attemptId, viewer.userId);
  const checked = checkEntries(shapeOf(attempt), epoch, input.answers);
  const [rules] = await db
    .select({ policy: exam.switchPolicy, limit: exam.switchLimit })
    .from(exam)
    .where(and(eq(exam.enterpriseId, enterpriseId), eq(exam.id, attempt.examId)));
  const { policy, limit } = rules!;

  const { acks, rejected } = await saveHere(db, enterpriseId, { attemptId: attempt.id, checked, now: at });
  // After the deadline there is nothing left to prevent, and a tab that was taken over is not the exam screen any more.
  const wasOpen = attempt.status === 'open' && at <= attempt.deadlineAt && attempt.writerEpoch === epoch;
  if (wasOpen) await log(db, enterpriseId, input, new Date(at.getTime() - Math.round((dwellSeconds ?? 0) * 1000)));
  const switchCount = await countSwitches(db, enterpriseId, attemptId);
  const tooOften = wasOpen && switchCount > 0 && (policy === 'at_once' || (policy === 'limit' && switchCount > limit));
  if (tooOften) attempt = await closeAttempt(db, attempt, 'switch', at);
  const closedByThis = policy === 'at_once' ? ('notAllowed' as const) : ('exceeded' as const);
  const closed = attempt.closedBy === 'switch' ? closedByThis : ('closed' as const);
  const open = policy === 'none' ? ('recorded' as const) : ('warned' as const);
  return {
    switchCount,
    switchLimit: limit,
    outcome: attempt.status === 'open' ? open : closed,
    status: attempt.status,
    acks,
    rejected,
  };
}

/**
 * One row per switch: leaving writes it, coming back completes it; whichever arrives alone is enough. At most
 * SWITCH_ROWS per attempt; the attempt is locked, so parallel requests do not exceed them.
 */
async function log(
  db: Context['db'],
  enterpriseId: string,
  { attemptId, clientKey, dwellSeconds }: Input,
  leftAt: Date,
) {
  const dwell = dwellSeconds === null ? null : Math.round(dwellSeconds);
  const [known] = await db
    .select({ id: examSwitch.id })
    .from(examSwitch)
    .where(
      and(
        eq(examSwitch.enterpriseId, enterpriseId),
        eq(examSwitch.attemptId, attemptId),
        eq(examSwitch.clientKey, clientKey),
      ),
    );
  if (!known && (await countSwitches(db, enterpriseId, attemptId)) >= SWITCH_ROWS) return;
  const insert = db.insert(examSwitch).values({ enterpriseId, attemptId, clientKey, leftAt, dwellSeconds: dwell });
  const target = [examSwitch.enterpriseId, examSwitch.attemptId, examSwitch.clientKey];
  if (dwell === null) await insert.onConflictDoNothing({ target });
  else await insert.onConflictDoUpdate({ target, set: { dwellSeconds: dwell } });
}
