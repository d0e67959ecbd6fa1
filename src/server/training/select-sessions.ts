import { and, eq, sql, type SQL } from 'drizzle-orm';
import { managesClasses } from '#src/contract/rules/rights.ts';
import { course, courseResource } from '#src/server/course/tables.ts';
import { trainingAttendance, trainingSeat, trainingSession } from './tables.ts';
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

/** Selects sessions with their class, course, lecturer and numbers of members. */
export const selectSessions = (db: TenantDb, where: SQL | undefined) =>
  db
    .select({
      session: trainingSession,
      resourceName: courseResource.subResourceName,
      courseId: course.id,
      courseTitle: course.title,
      lecturerName: sql<string | null>`(
        select l.lecturer_name from lecturer l where l.enterprise_id = ${trainingSession.enterpriseId}
          and l.id = coalesce(${trainingSession.lecturerId}, ${course.lecturerId}))`,
      bookedCount: seats('booked'),
      waitingCount: seats('waiting'),
      signedCount: attendances(sql`a.signed_in_at is not null`),
      unconfirmedCount: attendances(
        sql`${trainingSession.status} = 'closed' and a.confirmed_state is distinct from a.state`,
      ),
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

export type FoundSession = Awaited<ReturnType<typeof selectSessions>>[number];

/** Name of a session: its own, or that of its class. */
export const titleOf = ({ session, resourceName }: Pick<FoundSession, 'session' | 'resourceName'>): string =>
  session.title ?? resourceName;

/** Returns the response fields of a session. */
export function sessionFields(found: FoundSession) {
  const { session, lecturerName, bookedCount } = found;
  const { id, resourceId, place, room, startAt, endAt, status, capacity } = session;
  const placesLeft = Math.max(0, capacity - bookedCount);
  const title = titleOf(found);
  return { id, resourceId, title, place, room, startAt, endAt, lecturerName, status, capacity, placesLeft };
}

/** Returns the response fields of a session for its lecturer. */
export function runFields(found: FoundSession) {
  const { courseId, courseTitle, bookedCount, waitingCount, signedCount, unconfirmedCount, session } = found;
  const counts = { bookedCount, waitingCount, signedCount, unconfirmedCount };
  return { ...sessionFields(found), courseId, courseTitle, ...counts, confirmedAt: session.confirmedAt };
}

/** Condition for the sessions that the viewer runs: as lecturer of the session or its course, or as administrator. */
export function isRunBy({ tenant, viewer }: Pick<Context, 'tenant' | 'viewer'>): SQL {
  if (managesClasses(viewer)) return sql`${trainingSession.enterpriseId} = ${tenant.id}`;
  return sql`${trainingSession.enterpriseId} = ${tenant.id} and exists (
    select from lecturer l where l.enterprise_id = ${tenant.id} and l.user_id = ${viewer.userId}
      and l.id in (${trainingSession.lecturerId}, ${course.lecturerId}))`;
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
