import { and, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { trainingAttendance, trainingSeat } from './tables.ts';
import { findRunSession, lockSession } from './select-sessions.ts';
import { storeSign } from './store-sign.ts';

/**
 * Signs a member with a place in or out by hand, e.g. one without a phone. Repeated, nothing changes.
 * @throws AppError 404 also for a member without a place; 409 like `storeSign`
 */
export async function signByHand(
  ctx: Context,
  { sessionId, userId, mode }: OperationInput<'POST /course/auth/training/attendance/hand'>,
) {
  await findRunSession(ctx, sessionId);
  const session = await lockSession(ctx, sessionId, 'share');
  await requireBooked(ctx, sessionId, userId);
  const { state, repeated } = await storeSign(ctx, session, { userId, mode, by: 'hand' });
  if (!repeated)
    await audit(ctx.db, ctx, 'training.signWayHand', { sessionId, userId, mode }, { about: [sessionId, userId] });
  return { state };
}

/**
 * Corrects the attendance of a member with a place, with a reason. The result changes when the attendance is confirmed
 * (again).
 * @throws AppError 404 also for a member without a place; 409 before the start and for a cancelled session
 */
export async function correctAttendance(
  ctx: Context,
  { sessionId, userId, state, reason }: OperationInput<'POST /course/auth/training/attendance/correct'>,
) {
  const { db, tenant, viewer, now } = ctx;
  await findRunSession(ctx, sessionId);
  const session = await lockSession(ctx, sessionId);
  await requireBooked(ctx, sessionId, userId);
  if (session.status === 'cancelled') throw new AppError(409, 'trainingNotPlanned');
  if (now() < session.startAt) throw new AppError(409, 'trainingNotStarted');
  if (userId === viewer.userId) throw new AppError(403, 'cannotCorrectOwn');
  const corrected = {
    ...{ state, correctedBy: viewer.userId, correctedAt: now(), correctReason: reason },
    gmtModified: now(),
  };
  await db
    .insert(trainingAttendance)
    .values({ enterpriseId: tenant.id, sessionId, userId, ...corrected })
    .onConflictDoUpdate({
      target: [trainingAttendance.enterpriseId, trainingAttendance.sessionId, trainingAttendance.userId],
      set: corrected,
    });
  await audit(db, ctx, 'training.corrected', { sessionId, userId, state, reason }, { about: [sessionId, userId] });
  return { state };
}

/** Saves the result of a member with a place. @throws AppError 404; 403 for one's own; 409 before the start, or when it is cancelled */
export async function saveResult(
  ctx: Context,
  { sessionId, userId, passed, score }: OperationInput<'POST /course/auth/training/result/save'>,
) {
  const { db, tenant, viewer, now } = ctx;
  await findRunSession(ctx, sessionId);
  const session = await lockSession(ctx, sessionId);
  await requireBooked(ctx, sessionId, userId);
  if (session.status === 'cancelled') throw new AppError(409, 'trainingNotPlanned');
  if (now() < session.startAt) throw new AppError(409, 'trainingNotStarted');
  if (userId === viewer.userId) throw new AppError(403, 'cannotCorrectOwn');
  const result = { passed, score: score === null ? null : String(score), gmtModified: now() };
  await db
    .insert(trainingAttendance)
    .values({ enterpriseId: tenant.id, sessionId, userId, state: 'absent', ...result })
    .onConflictDoUpdate({
      target: [trainingAttendance.enterpriseId, trainingAttendance.sessionId, trainingAttendance.userId],
      set: result,
    });
  await audit(db, ctx, 'training.result', { sessionId, userId, passed, score }, { about: [sessionId, userId] });
  return { passed };
}

async function requireBooked({ db, tenant }: Context, sessionId: string, userId: string): Promise<void> {
  const booked = await db.$count(
    trainingSeat,
    and(
      eq(trainingSeat.enterpriseId, tenant.id),
      eq(trainingSeat.sessionId, sessionId),
      eq(trainingSeat.userId, userId),
      eq(trainingSeat.status, 'booked'),
    ),
  );
  if (booked === 0) throw notFound();
}
