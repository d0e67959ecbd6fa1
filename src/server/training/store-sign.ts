import { and, eq, isNull } from 'drizzle-orm';
import type { Context } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { trainingAttendance, type AttendanceState, type trainingSession } from './tables.ts';
import { isSignOpen, signPeriod, stateAtSignIn, stateAtSignOut } from './attendance-rule.ts';
import type { SignMode } from './sign-code.ts';

type Session = typeof trainingSession.$inferSelect;
type Sign = { userId: string; mode: SignMode; by: 'qr' | 'code' | 'hand' };
type Stored = { at: Date; state: AttendanceState; repeated: boolean };

/**
 * Stores that a member signs in to a session or out of it now, once each. A state that was corrected by hand stays.
 * @throws AppError 409 before or after the time for it, for a session that is cancelled or confirmed, and for signing out
 * without having signed in
 */
export async function storeSign(ctx: Context, session: Session, sign: Sign): Promise<Stored> {
  const at = ctx.now();
  if (session.status === 'cancelled') throw new AppError(409, 'trainingNotPlanned');
  const before = await readAttendance(ctx, session.id, sign.userId);
  const done = sign.mode === 'in' ? before?.signedInAt : before?.signedOutAt;
  if (before && done) return { at: done, state: before.state, repeated: true };
  if (session.status !== 'planned') throw new AppError(409, 'trainingConfirmed');
  if (!isSignOpen(session, sign.mode, at))
    throw new AppError(409, at < signPeriod(session, sign.mode).opensAt ? 'signTooEarly' : 'signTooLate');
  return sign.mode === 'in' ? storeIn(ctx, session, sign) : storeOut(ctx, session, sign);
}

async function storeIn(ctx: Context, session: Session, { userId, by }: Sign): Promise<Stored> {
  const at = ctx.now();
  const state = stateAtSignIn(session, at);
  const key = { enterpriseId: ctx.tenant.id, sessionId: session.id, userId };
  const signed = { signedInAt: at, signWay: by, gmtModified: at };
  const [stored] = await ctx.db
    .insert(trainingAttendance)
    .values({ ...key, ...signed, state })
    .onConflictDoUpdate({
      target: [trainingAttendance.enterpriseId, trainingAttendance.sessionId, trainingAttendance.userId],
      // The row of a member whose state was corrected before.
      set: signed,
      setWhere: isNull(trainingAttendance.signedInAt),
    })
    .returning();
  if (stored) return { at, state: stored.state, repeated: false };
  // The same member signed in at the same time on another device.
  const other = (await readAttendance(ctx, session.id, userId))!;
  return { at: other.signedInAt!, state: other.state, repeated: true };
}

async function storeOut(ctx: Context, session: Session, { userId }: Sign): Promise<Stored> {
  const at = ctx.now();
  const before = await readAttendance(ctx, session.id, userId);
  if (!before?.signedInAt) throw new AppError(409, 'signOutWithoutIn');
  const state = before.correctedAt ? before.state : stateAtSignOut(session, before.state, at);
  await ctx.db
    .update(trainingAttendance)
    .set({ signedOutAt: at, state, gmtModified: at })
    .where(and(ofMember(ctx, session.id, userId), isNull(trainingAttendance.signedOutAt)));
  return { at, state, repeated: false };
}

/** Condition for the attendance of a member. */
export const ofMember = ({ tenant }: Pick<Context, 'tenant'>, sessionId: string, userId: string) =>
  and(
    eq(trainingAttendance.enterpriseId, tenant.id),
    eq(trainingAttendance.sessionId, sessionId),
    eq(trainingAttendance.userId, userId),
  );

async function readAttendance(ctx: Context, sessionId: string, userId: string) {
  const [row] = await ctx.db
    .select()
    .from(trainingAttendance)
    .where(ofMember(ctx, sessionId, userId));
  return row;
}
