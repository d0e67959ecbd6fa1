import type { OperationInput } from '#src/contract/calls.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { pgClientOf } from '#src/server/core/db/tenant.ts';
import { endAbsencesOf } from '#src/server/exam/absences.ts';
import { appendJournal, lockHeads, type JournalEvent } from '#src/server/exam/journal.ts';
import { pauseClocks, resumeAttempts } from '#src/server/exam/attempt/move-deadlines.ts';
import { lockOpen } from './open-attempts.ts';
import { recordAction, refuseOwn } from './record-action.ts';
import { requireControl } from './require-control.ts';

/**
 * Stops the clock of one candidate or of all. Absences end with it: leaving the page does not count until it goes on.
 * @throws AppError 404 as `requireControl`; 403 for oneself; 409 when no clock is running
 */
export async function pauseAttempts(ctx: Context, input: OperationInput<'PUT /exam/auth/exam/control/pause'>) {
  const { db, tenant, viewer } = ctx;
  const { examId, userId, reason } = input;
  const enterpriseId = tenant.id;
  const at = ctx.now();
  await requireControl(ctx, examId);
  refuseOwn(ctx, userId);
  const attempts = await lockOpen(ctx, input, 'running');
  if (attempts.length === 0) throw new AppError(409, 'nobodySitting');
  const attemptIds = attempts.map(({ id }) => id);
  const client = pgClientOf(db);
  const heads = await lockHeads(client, enterpriseId, attemptIds);
  const ended = await endAbsencesOf(
    db,
    attempts.map((attempt) => ({ attempt, now: at })),
    heads,
  );
  await pauseClocks(db, enterpriseId, { attemptIds, at });
  const data = { by: viewer.userId };
  const pauses = attemptIds.map((attemptId) => ({ attemptId, kind: 'pause' as const, at, data, content: { reason } }));
  await appendJournal(client, enterpriseId, [...[...ended.values()].flat(), ...pauses], heads);
  await recordAction(ctx, { examId, kind: 'pause', userId, body: reason, changed: attempts.length, at });
  return { changed: attempts.length };
}

/**
 * Starts the clock of one candidate or of all again, with the time that was left. Silence before it is no gap.
 * @throws AppError 404 as `requireControl`; 403 for oneself; 409 when nobody is paused
 */
export async function resumePaused(ctx: Context, input: OperationInput<'PUT /exam/auth/exam/control/resume'>) {
  const { db, tenant, viewer } = ctx;
  const { examId, userId } = input;
  const enterpriseId = tenant.id;
  const at = ctx.now();
  await requireControl(ctx, examId);
  refuseOwn(ctx, userId);
  const attempts = await lockOpen(ctx, input, 'paused');
  if (attempts.length === 0) throw new AppError(409, 'nobodyPaused');
  const attemptIds = attempts.map(({ id }) => id);
  const client = pgClientOf(db);
  const moved = await resumeAttempts(db, enterpriseId, { attemptIds, at });
  const heads = await lockHeads(client, enterpriseId, attemptIds);
  const events = moved.map(({ id: attemptId, deadlineAt }): JournalEvent => {
    const head = heads.get(attemptId)!;
    head.seenAt = new Date(Math.max(at.getTime(), head.seenAt.getTime()));
    const data = { by: viewer.userId, deadlineAt: deadlineAt.toISOString() };
    return { attemptId, kind: 'resume', at, data };
  });
  await appendJournal(client, enterpriseId, events, heads);
  await recordAction(ctx, { examId, kind: 'resume', userId, body: '', changed: attempts.length, at });
  return { changed: attempts.length };
}
