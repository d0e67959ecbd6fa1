import { and, eq } from 'drizzle-orm';
import { readStudyState, requireOpen } from '#src/server/course/study-state.ts';
import { managesClasses } from '#src/contract/rules/rights.ts';
import { course, courseResource } from '#src/server/course/tables.ts';
import { lecturer } from '#src/server/lecturer/tables.ts';
import { liveSession, type LiveSession } from './tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { HistoryKind } from '#src/server/core/audit.ts';
import type { Context, RequestContext, Viewer } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { statusOf } from './status.ts';

export type FoundSession = {
  session: LiveSession;
  course: typeof course.$inferSelect;
  lecturerName: string | null;
  lecturerUserId: string | null;
};

/** Selects sessions whose resource is published, with course and lecturer. */
export const selectSessions = (db: TenantDb) =>
  db
    .select({
      session: liveSession,
      course,
      lecturerName: lecturer.lecturerName,
      lecturerUserId: lecturer.userId,
    })
    .from(liveSession)
    .innerJoin(
      courseResource,
      and(
        eq(courseResource.enterpriseId, liveSession.enterpriseId),
        eq(courseResource.id, liveSession.resourceId),
        eq(courseResource.activity, 'live'),
        eq(courseResource.published, true),
      ),
    )
    .innerJoin(course, and(eq(course.enterpriseId, liveSession.enterpriseId), eq(course.id, liveSession.courseId)))
    .leftJoin(lecturer, and(eq(lecturer.enterpriseId, course.enterpriseId), eq(lecturer.id, course.lecturerId)))
    .$dynamic();

/** Whether a member leads the live classes of a course: its lecturer, and who manages the classes of the enterprise. */
export const leads = (
  viewer: Pick<Viewer, 'userId' | 'isAdmin' | 'grants'>,
  { lecturerUserId }: { lecturerUserId: string | null },
) => managesClasses(viewer) || lecturerUserId === viewer.userId;

type Who = Pick<RequestContext, 'tenant'> & { db: TenantDb; viewer: Viewer };

/** Returns a session that the viewer may follow. @throws AppError 404; 403 when the course may not be studied */
export async function requireSession({ db, tenant, viewer }: Who, id: string): Promise<FoundSession> {
  const [found] = await selectSessions(db).where(and(eq(liveSession.enterpriseId, tenant.id), eq(liveSession.id, id)));
  if (!found) throw notFound();
  if (!leads(viewer, found)) requireOpen(await readStudyState(db, tenant.id, viewer.userId, found.course));
  return found;
}

/** Returns a session that the viewer leads. @throws AppError 404 */
export async function requireLed({ db, tenant, viewer }: Context, id: string): Promise<FoundSession> {
  const [found] = await selectSessions(db).where(and(eq(liveSession.enterpriseId, tenant.id), eq(liveSession.id, id)));
  if (!found || !leads(viewer, found)) throw notFound();
  return found;
}

/** Those who lead a live class read its history. */
export const LIVE_HISTORY: HistoryKind = { requireReader: requireLed };

/** The fields of a session in lists. */
export const cardOf = ({ session, course: { title }, lecturerName }: FoundSession, now: Date) => ({
  id: session.id,
  courseId: session.courseId,
  resourceId: session.resourceId,
  title: session.title,
  courseTitle: title,
  lecturerName,
  startAt: session.startAt,
  endAt: session.endAt,
  status: statusOf(session, now),
  hasRecording: session.status === 'ended' && (session.recordingFileId !== null || session.ingestBytes > 0),
});
