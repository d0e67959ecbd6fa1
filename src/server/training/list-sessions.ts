import { and, asc, eq, gt, ne, or, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { readStudyState } from '#src/server/course/study-state.ts';
import type { Context, PublicContext } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { course, courseResource } from '#src/server/course/tables.ts';
import { trainingAttendance, trainingSeat, trainingSession } from './tables.ts';
import { hasNotStarted, isBookable } from './book-seat.ts';
import { readMaterials } from './materials.ts';
import { calendarPath } from './serve-calendar.ts';
import { selectSessions, sessionFields, type FoundSession } from './select-sessions.ts';

/**
 * Returns the sessions of a published course that are not over, for everybody.
 * @throws AppError 404
 */
export async function listSessions(ctx: PublicContext, { courseId }: { courseId: string }) {
  const { db, tenant, now } = ctx;
  if ((await findCourse(ctx, courseId)).status !== 'published') throw notFound();
  const rows = await selectSessions(
    db,
    and(ofCourse(tenant.id, courseId), eq(trainingSession.status, 'planned'), gt(trainingSession.endAt, now())),
  )
    .orderBy(asc(trainingSession.startAt), asc(trainingSession.id))
    .limit(MAX_ITEMS.trainingSessions);
  return { list: rows.map(sessionFields) };
}

/**
 * Returns the sessions of a course for the viewer: those that are not over, and those in which the viewer has a place.
 * @throws AppError 404
 */
export async function listSessionsOfViewer(
  ctx: Context,
  { courseId, resourceId }: OperationInput<'GET /course/auth/training/session/list'>,
) {
  const { db, tenant, viewer, now } = ctx;
  const found = courseId ? await findCourse(ctx, courseId) : await findCourseOf(ctx, resourceId!);
  const studyState = await readStudyState(db, tenant.id, viewer.userId, found);
  const mine = sql`exists (select from ${trainingSeat} x where x.enterprise_id = ${tenant.id}
    and x.session_id = ${trainingSession.id} and x.user_id = ${viewer.userId} and x.status <> 'cancelled')`;
  const isOpen = and(eq(trainingSession.status, 'planned'), gt(trainingSession.endAt, now()));
  const rows = await selectSessions(
    db,
    and(
      ofCourse(tenant.id, found.id),
      resourceId ? eq(trainingSession.resourceId, resourceId) : undefined,
      studyState !== 'unpublished' ? or(isOpen, mine) : mine,
    ),
  )
    .orderBy(asc(trainingSession.startAt), asc(trainingSession.id))
    .limit(MAX_ITEMS.trainingSessions);
  const own = await readOwn(ctx, found.id);
  const materials = await readMaterials(
    ctx,
    rows.filter(({ session }) => own.seats.get(session.id)?.status === 'booked'),
  );
  return {
    studyState,
    list: rows.map((row) => ({
      ...learnerFields(row, own, studyState === 'open', now()),
      materials: materials.get(row.session.id) ?? [],
    })),
  };
}

type Own = Awaited<ReturnType<typeof readOwn>>;

function learnerFields(found: FoundSession, { seats, attendances }: Own, mayStudy: boolean, at: Date) {
  const { session } = found;
  const seat = seats.get(session.id);
  const row = attendances.get(session.id);
  const status = seat?.status === 'booked' || seat?.status === 'waiting' ? seat.status : ('none' as const);
  return {
    ...sessionFields(found),
    seat: status,
    waitingPlace: status === 'waiting' ? seat!.waitingPlace : null,
    attendance: row
      ? {
          state: row.state,
          signedInAt: row.signedInAt,
          signedOutAt: row.signedOutAt,
          confirmed:
            row.confirmedState === row.state &&
            (!session.passRequired || row.confirmedPassed === (row.passed ?? false)),
        }
      : null,
    bookable:
      mayStudy &&
      status === 'none' &&
      isBookable(session, at) &&
      (session.waitingList || found.bookedCount < session.capacity),
    cancellable: status !== 'none' && !row && hasNotStarted(session, at),
    signOutRequired: session.signOutRequired,
    passRequired: session.passRequired,
    result:
      row && (row.passed !== null || row.score !== null || row.note)
        ? { passed: row.passed, score: row.score, note: row.note }
        : null,
    calendarPath: calendarPath(session.id),
  };
}

async function readOwn({ db, tenant, viewer }: Context, courseId: string) {
  const seats = await db
    .select({
      sessionId: trainingSeat.sessionId,
      status: trainingSeat.status,
      waitingPlace: sql<number>`(select count(*) from training_seat w where w.enterprise_id = ${tenant.id}
        and w.session_id = ${trainingSeat.sessionId} and w.status = 'waiting'
        and w.position <= ${trainingSeat.position})`.mapWith(Number),
    })
    .from(trainingSeat)
    .innerJoin(trainingSession, sessionOf(trainingSeat))
    .innerJoin(courseResource, resourceOf)
    .where(
      and(ofCourse(tenant.id, courseId), eq(trainingSeat.userId, viewer.userId), ne(trainingSeat.status, 'cancelled')),
    );
  const attendances = await db
    .select({ row: trainingAttendance })
    .from(trainingAttendance)
    .innerJoin(trainingSession, sessionOf(trainingAttendance))
    .innerJoin(courseResource, resourceOf)
    .where(and(ofCourse(tenant.id, courseId), eq(trainingAttendance.userId, viewer.userId)));
  return {
    seats: new Map(seats.map((seat) => [seat.sessionId, seat])),
    attendances: new Map(attendances.map(({ row }) => [row.sessionId, row])),
  };
}

const ofCourse = (enterpriseId: string, courseId: string) =>
  and(
    eq(trainingSession.enterpriseId, enterpriseId),
    eq(courseResource.courseId, courseId),
    eq(courseResource.published, true),
  );
const sessionOf = (table: typeof trainingSeat | typeof trainingAttendance) =>
  and(eq(trainingSession.enterpriseId, table.enterpriseId), eq(trainingSession.id, table.sessionId));
const resourceOf = and(
  eq(courseResource.enterpriseId, trainingSession.enterpriseId),
  eq(courseResource.id, trainingSession.resourceId),
);

async function findCourse({ db, tenant }: PublicContext, courseId: string) {
  const [found] = await db
    .select()
    .from(course)
    .where(and(eq(course.enterpriseId, tenant.id), eq(course.id, courseId)));
  if (!found) throw notFound();
  return found;
}

async function findCourseOf({ db, tenant }: PublicContext, resourceId: string) {
  const [found] = await db
    .select({ course })
    .from(courseResource)
    .innerJoin(
      course,
      and(eq(course.enterpriseId, courseResource.enterpriseId), eq(course.id, courseResource.courseId)),
    )
    .where(and(eq(courseResource.enterpriseId, tenant.id), eq(courseResource.id, resourceId)));
  if (!found) throw notFound();
  return found.course;
}
