import { and, eq, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { audit, auditEach } from '#src/server/core/audit.ts';
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

const ACTION = 'training.result';

/**
 * Saves results of members with a place; all of them, or none. Where passing is required, they count when the attendance is confirmed (again).
 * @throws AppError 404 also for a member without a place; 403 for one's own; 409 before the start, and for a cancelled session
 */
export async function saveResults(
  ctx: Context,
  { sessionId, results }: OperationInput<'POST /course/auth/training/result/save'>,
) {
  const { db, tenant, viewer, now } = ctx;
  await findRunSession(ctx, sessionId);
  const session = await lockSession(ctx, sessionId);
  if (session.status === 'cancelled') throw new AppError(409, 'trainingNotPlanned');
  if (now() < session.startAt) throw new AppError(409, 'trainingNotStarted');
  // Of two for one member, the last one counts.
  const given = [...new Map(results.map((result) => [result.userId, result])).values()];
  const people = given.map(({ userId }) => userId);
  if (people.includes(viewer.userId)) throw new AppError(403, 'cannotCorrectOwn');
  const rows = given.map(({ userId, passed, score, note }) => ({ u: userId, p: passed, s: score, t: note || null }));
  const { rows: saved } = await db.execute<{ userId: string }>(sql`
    insert into training_attendance (enterprise_id, session_id, user_id, state, passed, score, note, gmt_modified)
    select x.enterprise_id, x.session_id, x.user_id, 'absent', i.p, i.s, i.t, ${now().toISOString()}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as i (u uuid, p boolean, s numeric, t text)
    join training_seat x on x.enterprise_id = ${tenant.id} and x.session_id = ${sessionId} and x.user_id = i.u
      and x.status = 'booked'
    on conflict (enterprise_id, session_id, user_id) do update
      set passed = excluded.passed, score = excluded.score, note = excluded.note, gmt_modified = excluded.gmt_modified
    returning user_id as "userId"`);
  if (saved.length < people.length) throw notFound();
  const about = given.map(({ userId, passed, score }) => ({ id: userId, detail: { sessionId, passed, score } }));
  await auditEach(db, { enterpriseId: tenant.id, userId: viewer.userId }, ACTION, about);
  return { count: saved.length };
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
