import { and, eq, gt, sql, type SQL } from 'drizzle-orm';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { managesClasses } from '#src/contract/rules/rights.ts';
import { course, courseResource } from '#src/server/course/tables.ts';
import { trainingAttendance, trainingSeat, trainingSession } from './tables.ts';
import type { HistoryKind } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

const ofSession = (table: SQL) =>
  sql`${table}.enterprise_id = ${trainingSession.enterpriseId} and ${table}.session_id = ${trainingSession.id}`;
const seats = (status: 'booked' | 'waiting') =>
  sql<number>`(select count(*) from ${trainingSeat} s where ${ofSession(sql`s`)} and s.status = ${status})`.mapWith(
    Number,
  );
const attendances = (where: SQL) =>
  sql<number>`(select count(*) from ${trainingAttendance} a where ${ofSession(sql`a`)} and ${where})`.mapWith(Number);

/** SQL: the attendance or the result of a member is not what was confirmed last. @param row alias of `training_attendance` */
export const isUnconfirmed = (row: SQL) => sql`(${row}.confirmed_state is distinct from ${row}.state
  or (${trainingSession.passRequired} and ${row}.confirmed_passed is distinct from coalesce(${row}.passed, false)))`;

/** Selects sessions with their class, course, lecturer and numbers of members. */
export const selectSessions = (db: TenantDb, where: SQL | undefined) =>
  db
    .select({
      session: trainingSession,
      resourceName: courseResource.subResourceName,
      courseId: course.id,
      courseTitle: course.title,
      courseLecturerId: course.lecturerId,
      lecturerName: sql<string | null>`(
        select l.lecturer_name from lecturer l where l.enterprise_id = ${trainingSession.enterpriseId}
          and l.id = coalesce(${trainingSession.lecturerId}, ${course.lecturerId}))`,
      assistants: sql<{ id: string; name: string }[]>`(
        select coalesce(json_agg(json_build_object('id', l.id, 'name', l.lecturer_name) order by l.lecturer_name, l.id), '[]')
        from training_assistant a join lecturer l on l.enterprise_id = a.enterprise_id and l.id = a.lecturer_id
        where ${ofSession(sql`a`)})`,
      bookedCount: seats('booked'),
      waitingCount: seats('waiting'),
      signedCount: attendances(sql`a.signed_in_at is not null`),
      unconfirmedCount: attendances(sql`${trainingSession.status} = 'closed' and ${isUnconfirmed(sql`a`)}`),
    })
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
    .where(where)
    .$dynamic();

export type Session = typeof trainingSession.$inferSelect;
export type FoundSession = Awaited<ReturnType<typeof selectSessions>>[number];

/** Name of a session: its own, or that of its class. */
export const titleOf = ({ session, resourceName }: Pick<FoundSession, 'session' | 'resourceName'>): string =>
  session.title ?? resourceName;

/** Returns the response fields of a session. */
export function sessionFields(found: FoundSession) {
  const { session, lecturerName, bookedCount } = found;
  const assistantNames = found.assistants.map(({ name }) => name);
  const { id, resourceId, place, room, startAt, endAt, status, capacity } = session;
  const placesLeft = Math.max(0, capacity - bookedCount);
  const title = titleOf(found);
  return {
    id,
    resourceId,
    title,
    place,
    room,
    startAt,
    endAt,
    lecturerName,
    assistantNames,
    status,
    capacity,
    placesLeft,
  };
}

/** Returns the response fields of a session for its lecturer. */
export function runFields(found: FoundSession) {
  const { courseId, courseTitle, bookedCount, waitingCount, signedCount, unconfirmedCount, session } = found;
  const counts = { bookedCount, waitingCount, signedCount, unconfirmedCount };
  return { ...sessionFields(found), courseId, courseTitle, ...counts, confirmedAt: session.confirmedAt };
}

/** Condition for the sessions that the viewer runs: as lecturer of the session or its course, as assistant, or as administrator. */
export function isRunBy({ tenant, viewer }: Pick<Context, 'tenant' | 'viewer'>): SQL {
  if (managesClasses(viewer)) return sql`${trainingSession.enterpriseId} = ${tenant.id}`;
  return sql`${trainingSession.enterpriseId} = ${tenant.id} and exists (
    select from lecturer l where l.enterprise_id = ${tenant.id} and l.user_id = ${viewer.userId}
      and (l.id in (${trainingSession.lecturerId}, ${course.lecturerId})
        or exists (select from training_assistant a where ${ofSession(sql`a`)} and a.lecturer_id = l.id)))`;
}

/**
 * Returns a session that the viewer runs.
 * @throws AppError 404, also for a session of another lecturer
 */
export async function findRunSession(ctx: Context, id: string): Promise<FoundSession> {
  const [found] = await selectSessions(ctx.db, and(isRunBy(ctx), eq(trainingSession.id, id)));
  if (!found) throw notFound();
  return found;
}

/** Those who run a session read its history. */
export const SESSION_HISTORY: HistoryKind = { requireReader: findRunSession };

/**
 * Locks a session until the transaction ends, and returns its current row. `update`: for changes of seats, states and the
 * session; `share`: for signing in, which may happen at the same time for many members but not during a confirmation.
 * @throws AppError 404
 */
export async function lockSession(
  { db, tenant }: Pick<Context, 'db' | 'tenant'>,
  id: string,
  strength: 'no key update' | 'share' = 'no key update',
) {
  const [locked] = await db
    .select()
    .from(trainingSession)
    .where(and(eq(trainingSession.enterpriseId, tenant.id), eq(trainingSession.id, id)))
    .for(strength);
  if (!locked) throw notFound();
  return locked;
}

const isAfter = (enterpriseId: string, seriesId: string, startAt: Date, status: 'planned' | 'cancelled') =>
  and(
    eq(trainingSession.enterpriseId, enterpriseId),
    eq(trainingSession.seriesId, seriesId),
    eq(trainingSession.status, status),
    gt(trainingSession.startAt, startAt),
  );

/** Locks the later sessions of a series that are planned, or cancelled, in the order of their ids. */
export async function lockFollowing(
  { db, tenant }: Context,
  { seriesId, startAt }: Session,
  status: 'planned' | 'cancelled' = 'planned',
): Promise<Session[]> {
  if (!seriesId) return [];
  return db
    .select()
    .from(trainingSession)
    .where(isAfter(tenant.id, seriesId, startAt, status))
    .orderBy(trainingSession.id)
    .for('no key update');
}

/** Lists the later planned sessions of the series of a session, by time. */
export async function listFollowing({ db, tenant }: Context, { seriesId, startAt }: Session) {
  if (!seriesId) return [];
  const { id, startAt: start, revision } = trainingSession;
  return db
    .select({ id, startAt: start, revision })
    .from(trainingSession)
    .where(isAfter(tenant.id, seriesId, startAt, 'planned'))
    .orderBy(start, id)
    .limit(MAX_ITEMS.seriesSessions);
}
