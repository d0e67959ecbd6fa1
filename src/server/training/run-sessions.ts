import { and, asc, count, desc, eq, gte, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { inZone } from '#src/lib/dates.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import type { Context } from '#src/server/core/context.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { managesClasses } from '#src/contract/rules/rights.ts';
import { course, courseResource } from '#src/server/course/tables.ts';
import { trainingAttendance, trainingSeat, trainingSession } from './tables.ts';
import { confirmableFrom, isSignOpen, signPeriod } from './attendance-rule.ts';
import { findRunSession, isRunBy, listFollowing, runFields, selectSessions } from './select-sessions.ts';
import { changesIn, signToken, typedCode } from './sign-code.ts';

/** Returns a page of the sessions that the viewer runs: of today, later ones (next first), earlier ones (latest first). */
export async function pageRunSessions(ctx: Context, input: OperationInput<'POST /course/auth/training/run/page'>) {
  const { db } = ctx;
  const { from, to } = today(ctx);
  const period = {
    today: and(gte(trainingSession.endAt, from), lt(trainingSession.startAt, to)),
    upcoming: gte(trainingSession.startAt, to),
    past: lt(trainingSession.endAt, from),
  }[input.when];
  const where = and(isRunBy(ctx), period);
  const { limit, offset } = slice(input);
  const order = input.when === 'past' ? desc : asc;
  const rows = await selectSessions(db, where)
    .orderBy(order(trainingSession.startAt), order(trainingSession.id))
    .limit(limit)
    .offset(offset);
  const [total] = await db
    .select({ n: count() })
    .from(trainingSession)
    .innerJoin(courseResource, resourceOfSession)
    .innerJoin(course, courseOfResource)
    .where(where);
  return paging(input, total!.n, rows.map(runFields));
}

/** First and last moment of today in the tenant's time zone; the last one is excluded. */
export function today({ tenant, now }: Pick<Context, 'tenant' | 'now'>): { from: Date; to: Date } {
  const start = inZone(now(), tenant.timeZone).startOf('day');
  return { from: start.toDate(), to: start.add(1, 'day').toDate() };
}

const resourceOfSession = and(
  eq(courseResource.enterpriseId, trainingSession.enterpriseId),
  eq(courseResource.id, trainingSession.resourceId),
);
const courseOfResource = and(
  eq(course.enterpriseId, courseResource.enterpriseId),
  eq(course.id, courseResource.courseId),
);

/** Returns a session with its members. @throws AppError 404, also for a session of another lecturer */
export async function viewRunSession(ctx: Context, { id }: { id: string }) {
  const found = await findRunSession(ctx, id);
  const { session } = found;
  const { signInFrom, lateAfter, earlyLeave, signOutRequired, earlyCounts, latitude, longitude, radius } = session;
  const { roomId, lecturerId, seriesId, bookingUntil, waitingList, revision, passRequired } = session;
  return {
    ...runFields(found),
    ...{ signInFrom, lateAfter, earlyLeave, signOutRequired, earlyCounts },
    ...{ roomId, lecturerId, seriesId, bookingUntil, waitingList, revision, passRequired },
    assistantIds: found.assistants.map((each) => each.id),
    location: latitude === null ? null : { latitude, longitude: longitude!, radius: radius! },
    confirmable: session.status !== 'cancelled' && ctx.now() >= confirmableFrom(session),
    reopenable: session.status === 'cancelled' && session.startAt > ctx.now(),
    addable: session.status !== 'cancelled' && ctx.now() >= signPeriod(session, 'in').opensAt,
    later: await listFollowing(ctx, session),
    people: await readPeople(ctx, id),
  };
}

async function readPeople({ db, tenant }: Context, sessionId: string) {
  const rows = await db
    .select({
      userId: trainingSeat.userId,
      userName: enterpriseUser.userName,
      department: enterpriseUser.department,
      seat: trainingSeat.status,
      row: trainingAttendance,
    })
    .from(trainingSeat)
    .innerJoin(
      enterpriseUser,
      and(eq(enterpriseUser.enterpriseId, trainingSeat.enterpriseId), eq(enterpriseUser.userId, trainingSeat.userId)),
    )
    .leftJoin(
      trainingAttendance,
      and(
        eq(trainingAttendance.enterpriseId, trainingSeat.enterpriseId),
        eq(trainingAttendance.sessionId, trainingSeat.sessionId),
        eq(trainingAttendance.userId, trainingSeat.userId),
      ),
    )
    .where(
      and(
        eq(trainingSeat.enterpriseId, tenant.id),
        eq(trainingSeat.sessionId, sessionId),
        inArray(trainingSeat.status, ['booked', 'waiting']),
      ),
    )
    .orderBy(asc(trainingSeat.status), asc(trainingSeat.position));
  let waiting = 0;
  return rows.map(({ row, seat, ...person }) => ({
    ...person,
    seat: seat === 'waiting' ? ('waiting' as const) : ('booked' as const),
    waitingPlace: seat === 'waiting' ? (waiting += 1) : null,
    signedInAt: row?.signedInAt ?? null,
    signedOutAt: row?.signedOutAt ?? null,
    signWay: row?.signWay ?? null,
    state: row?.state ?? null,
    confirmedState: row?.confirmedState ?? null,
    corrected: row?.correctedAt != null,
    correctReason: row?.correctReason ?? null,
    passed: row?.passed ?? null,
    score: row?.score ?? null,
    note: row?.note ?? null,
  }));
}

/** Returns the code for the lecturer's screen at this moment, and who signed in or out last. @throws AppError 404 */
export async function viewLive(ctx: Context, { id, mode }: OperationInput<'GET /course/auth/training/run/live'>) {
  const { db, tenant, origin, now } = ctx;
  const { session, bookedCount } = await findRunSession(ctx, id);
  const at = now();
  const of = { enterpriseId: tenant.id, sessionId: id };
  const isOpen = session.status === 'planned' && isSignOpen(session, mode, at);
  const signedAt = mode === 'in' ? trainingAttendance.signedInAt : trainingAttendance.signedOutAt;
  const signed = and(
    eq(trainingAttendance.enterpriseId, tenant.id),
    eq(trainingAttendance.sessionId, id),
    isNotNull(signedAt),
  );
  const latest = await db
    .select({
      userId: trainingAttendance.userId,
      userName: enterpriseUser.userName,
      at: sql<Date>`${signedAt}`.mapWith(trainingAttendance.signedInAt),
      state: trainingAttendance.state,
    })
    .from(trainingAttendance)
    .innerJoin(
      enterpriseUser,
      and(
        eq(enterpriseUser.enterpriseId, trainingAttendance.enterpriseId),
        eq(enterpriseUser.userId, trainingAttendance.userId),
      ),
    )
    .where(signed)
    .orderBy(desc(signedAt), asc(trainingAttendance.userId))
    .limit(MAX_ITEMS.latestSigned);
  return {
    code: isOpen
      ? {
          url: `${origin}/sign/sign?session=${id}&code=${signToken(of, mode, at)}`,
          typed: typedCode(of, mode, at),
          changesIn: changesIn(at),
        }
      : null,
    ...signPeriod(session, mode),
    bookedCount,
    signedCount: await db.$count(trainingAttendance, signed),
    latest,
  };
}

/** Returns the offline classes for which the viewer can plan sessions. */
export async function listRunResources({ db, tenant, viewer }: Context) {
  return db
    .select({ id: courseResource.id, title: courseResource.subResourceName, courseTitle: course.title })
    .from(courseResource)
    .innerJoin(course, courseOfResource)
    .where(
      and(
        eq(courseResource.enterpriseId, tenant.id),
        eq(courseResource.contentType, 6),
        eq(courseResource.published, true),
        managesClasses(viewer) ? undefined : isTaughtBy({ tenant, viewer }),
      ),
    )
    .orderBy(desc(course.publishedAt), asc(course.id), asc(courseResource.sort), asc(courseResource.id))
    .limit(MAX_ITEMS.resources);
}

/** Condition for courses whose lecturer is the viewer. */
export const isTaughtBy = ({ tenant, viewer }: Pick<Context, 'tenant' | 'viewer'>) =>
  sql`exists (select from lecturer l where l.enterprise_id = ${tenant.id} and l.user_id = ${viewer.userId}
    and l.id = ${course.lecturerId})`;
