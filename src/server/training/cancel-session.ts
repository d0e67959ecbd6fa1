import { and, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { announceSeats, moveUp } from './book-seat.ts';
import { findRunSession, lockFollowing, lockSession, type Session } from './select-sessions.ts';
import { tellMembers } from './session-notices.ts';
import { trainingSession } from './tables.ts';

/**
 * Cancels a session that is not confirmed, or also the later planned ones of its series, and tells their members, who keep their places in
 * case it is re-opened. Repeated, nothing changes.
 * @throws AppError 404, also for a session of another lecturer; 409 for a confirmed one
 */
export async function cancelSession(
  ctx: Context,
  { id, reason, following }: OperationInput<'POST /course/auth/training/session/cancel'>,
) {
  const { courseId } = await findRunSession(ctx, id);
  const before = await lockSession(ctx, id);
  if (before.status === 'closed') throw new AppError(409, 'trainingConfirmed');
  const all = [
    ...(before.status === 'cancelled' ? [] : [before]),
    ...(following ? await lockFollowing(ctx, before) : []),
  ];
  for (const session of all) {
    const { id: sessionId, revision } = await setStatus(ctx, session, 'cancelled');
    await tellMembers(ctx, sessionId, 'trainingCancelled', `training-cancelled:${sessionId}:${revision}`, reason);
    await audit(ctx.db, ctx, 'training.cancelled', { sessionId, reason }, { about: [sessionId] });
  }
  if (all.length > 0) await announceSeats(ctx, courseId);
  return { id, count: all.length };
}

/**
 * Takes back the cancellation of a session whose start lies ahead, or also those of the later ones of its series. Whoever had a place or
 * waited for one does so again, and is told. Repeated, nothing changes.
 * @throws AppError 404, also for a session of another lecturer; 409 for a confirmed one, and after the planned start
 */
export async function reopenSession(
  ctx: Context,
  { id, following }: OperationInput<'POST /course/auth/training/session/reopen'>,
) {
  const { courseId } = await findRunSession(ctx, id);
  const before = await lockSession(ctx, id);
  if (before.status === 'closed') throw new AppError(409, 'trainingConfirmed');
  if (before.status === 'cancelled' && before.startAt <= ctx.now()) throw new AppError(409, 'reopenPast');
  const all = [
    ...(before.status === 'cancelled' ? [before] : []),
    ...(following ? await lockFollowing(ctx, before, 'cancelled') : []),
  ].filter(({ startAt }) => startAt > ctx.now());
  for (const session of all) {
    const reopened = await setStatus(ctx, session, 'planned');
    const { id: sessionId, revision } = reopened;
    await tellMembers(ctx, sessionId, 'trainingReopened', `training-reopened:${sessionId}:${revision}`);
    await moveUp(ctx, reopened);
    await audit(ctx.db, ctx, 'training.reopened', { sessionId }, { about: [sessionId] });
  }
  if (all.length > 0) await announceSeats(ctx, courseId);
  return { id, count: all.length };
}

async function setStatus({ db, tenant, now }: Context, session: Session, status: 'cancelled' | 'planned') {
  const [changed] = await db
    .update(trainingSession)
    .set({ status, gmtModified: now(), revision: session.revision + 1 })
    .where(and(eq(trainingSession.enterpriseId, tenant.id), eq(trainingSession.id, session.id)))
    .returning();
  return changed!;
}
