import { and, eq, max, sql } from 'drizzle-orm';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { announceChange } from '#src/server/core/db/changes.ts';
import { readStudyState, requireOpen } from '#src/server/course/study-state.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { course, courseResource } from '#src/server/course/tables.ts';
import { trainingAttendance, trainingSeat, trainingSession } from './tables.ts';
import { lockSession } from './select-sessions.ts';
import { sendSessionNotices } from './session-notices.ts';

type Session = typeof trainingSession.$inferSelect;

/** Whether places can be given up, and the waiting list moves up: until the start. */
export const hasNotStarted = ({ status, startAt }: Pick<Session, 'status' | 'startAt'>, at: Date): boolean =>
  status === 'planned' && at < startAt;

/** Whether places can be booked: until the start, or until the end of the registration. */
export const isBookable = (session: Pick<Session, 'status' | 'startAt' | 'bookingUntil'>, at: Date): boolean =>
  hasNotStarted(session, at) && (session.bookingUntil === null || at < session.bookingUntil);

/**
 * Books a place for the viewer, on the waiting list if the session is full. The session is locked, so that simultaneous
 * bookings never exceed its capacity. A repeated call returns the place that the viewer has.
 * @throws AppError 403 with the reason when the course may not be studied; 404; 409 after the start, for a cancelled
 * session and a full waiting list
 */
export async function bookSeat(ctx: Context, { sessionId }: { sessionId: string }) {
  const { db, tenant, viewer, now } = ctx;
  const found = await findCourseOf(ctx, sessionId);
  requireOpen(await readStudyState(db, tenant.id, viewer.userId, found));
  const session = await lockSession(ctx, sessionId);
  const before = await readSeat(ctx, sessionId);
  if (before && before.status !== 'cancelled') return seatOf(ctx, before);
  if (!hasNotStarted(session, now()))
    throw new AppError(409, session.status === 'planned' ? 'trainingStarted' : 'trainingNotPlanned');
  if (!isBookable(session, now())) throw new AppError(409, 'trainingBookingClosed');
  const { booked, waiting, last } = await countSeats(ctx, sessionId);
  if (booked >= session.capacity && (!session.waitingList || waiting >= MAX_ITEMS.trainingSeats))
    throw new AppError(409, 'trainingFull');
  // Who comes later does not overtake the waiting list.
  const status = booked < session.capacity && waiting === 0 ? ('booked' as const) : ('waiting' as const);
  const row = { status, position: last + 1, gmtModified: now() };
  await db
    .insert(trainingSeat)
    .values({ enterpriseId: tenant.id, sessionId, userId: viewer.userId, ...row, gmtCreate: now() })
    .onConflictDoUpdate({ target: [trainingSeat.enterpriseId, trainingSeat.sessionId, trainingSeat.userId], set: row });
  await announceSeats(ctx, found.id);
  return seatOf(ctx, { sessionId, ...row });
}

/**
 * Gives up the viewer's place before the session starts; the waiting list moves up. Repeated, nothing changes.
 * @throws AppError 404; 409 after the start, and after signing in
 */
export async function cancelSeat(ctx: Context, { sessionId }: { sessionId: string }) {
  const { now } = ctx;
  const found = await findCourseOf(ctx, sessionId);
  const session = await lockSession(ctx, sessionId);
  const before = await readSeat(ctx, sessionId);
  if (!before || before.status === 'cancelled') return { seat: 'none' as const };
  if (!hasNotStarted(session, now()))
    throw new AppError(409, session.status === 'planned' ? 'trainingStarted' : 'trainingNotPlanned');
  // Signing in begins before the start.
  if (await hasAttendance(ctx, sessionId)) throw new AppError(409, 'trainingSignedIn');
  await ctx.db.update(trainingSeat).set({ status: 'cancelled', gmtModified: now() }).where(ownSeat(ctx, sessionId));
  await moveUp(ctx, session);
  await announceSeats(ctx, found.id);
  return { seat: 'none' as const };
}

/** Cached pages show how many places are left. */
export const announceSeats = ({ db, tenant }: Context, courseId: string) =>
  announceChange(db, { enterpriseId: tenant.id, tags: [['course', courseId].join(':')] });

async function seatOf(
  { db, tenant }: Context,
  seat: Pick<typeof trainingSeat.$inferSelect, 'sessionId' | 'status' | 'position'>,
) {
  if (seat.status !== 'waiting') return { seat: 'booked' as const, waitingPlace: null };
  const ahead = await db.$count(
    trainingSeat,
    and(
      eq(trainingSeat.enterpriseId, tenant.id),
      eq(trainingSeat.sessionId, seat.sessionId),
      eq(trainingSeat.status, 'waiting'),
      sql`${trainingSeat.position} <= ${seat.position}`,
    ),
  );
  return { seat: 'waiting' as const, waitingPlace: ahead };
}

const ownSeat = ({ tenant, viewer }: Context, sessionId: string) =>
  and(
    eq(trainingSeat.enterpriseId, tenant.id),
    eq(trainingSeat.sessionId, sessionId),
    eq(trainingSeat.userId, viewer.userId),
  );

async function readSeat(ctx: Context, sessionId: string) {
  const [seat] = await ctx.db.select().from(trainingSeat).where(ownSeat(ctx, sessionId));
  return seat;
}

const hasAttendance = async ({ db, tenant, viewer }: Context, sessionId: string) =>
  (await db.$count(
    trainingAttendance,
    and(
      eq(trainingAttendance.enterpriseId, tenant.id),
      eq(trainingAttendance.sessionId, sessionId),
      eq(trainingAttendance.userId, viewer.userId),
    ),
  )) > 0;

async function countSeats({ db, tenant }: Context, sessionId: string) {
  const of = (status: string) =>
    sql<number>`count(*) filter (where ${trainingSeat.status} = ${status})`.mapWith(Number);
  const [counts] = await db
    .select({ booked: of('booked'), waiting: of('waiting'), last: max(trainingSeat.position) })
    .from(trainingSeat)
    .where(and(eq(trainingSeat.enterpriseId, tenant.id), eq(trainingSeat.sessionId, sessionId)));
  return { ...counts!, last: counts!.last ?? 0 };
}

async function findCourseOf({ db, tenant }: Context, sessionId: string) {
  const [found] = await db
    .select({ course })
    .from(trainingSession)
    .innerJoin(
      courseResource,
      and(
        eq(courseResource.enterpriseId, trainingSession.enterpriseId),
        eq(courseResource.id, trainingSession.resourceId),
      ),
    )
    .innerJoin(
      course,
      and(eq(course.enterpriseId, courseResource.enterpriseId), eq(course.id, courseResource.courseId)),
    )
    .where(and(eq(trainingSession.enterpriseId, tenant.id), eq(trainingSession.id, sessionId)));
  if (!found) throw notFound();
  return found.course;
}

/**
 * Gives free places to those who wait longest, and tells them. Call it with the session locked. After the start nobody moves
 * up.
 */
export async function moveUp(ctx: Pick<Context, 'db' | 'tenant' | 'now'>, session: Session): Promise<void> {
  const { db, tenant, now } = ctx;
  if (!hasNotStarted(session, now())) return;
  const { rows } = await db.execute<{ userId: string; position: number }>(sql`
    update training_seat set status = 'booked', gmt_modified = ${now().toISOString()}::timestamptz
    where enterprise_id = ${tenant.id} and session_id = ${session.id} and user_id in (
      select user_id from training_seat
      where enterprise_id = ${tenant.id} and session_id = ${session.id} and status = 'waiting'
      order by position
      limit greatest(0, ${session.capacity} - (
        select count(*) from training_seat
        where enterprise_id = ${tenant.id} and session_id = ${session.id} and status = 'booked')))
    returning user_id as "userId", position`);
  await sendSessionNotices(
    ctx,
    session.id,
    'trainingSeat',
    // A member who waits again later is told again.
    rows.map(({ userId, position }) => ({ userId, source: `training-seat:${session.id}:${position}` })),
  );
}
