import { and, desc, eq } from 'drizzle-orm';
import { courseResource } from '#src/server/course/tables.ts';
import { courseProgress, studyClock } from '#src/server/study/tables/study.ts';
import type { Context } from '#src/server/core/context.ts';
import { readRoom } from './read-room.ts';

/**
 * Returns where the viewer studied last; null if nowhere. The room is that of the last player, if it was about this course
 * and the room still contains it.
 */
export async function viewLast(ctx: Context) {
  const { db, tenant, viewer } = ctx;
  const [last] = await db
    .select({ courseId: courseProgress.courseId, resourceId: courseProgress.lastResourceId })
    .from(courseProgress)
    .where(and(eq(courseProgress.enterpriseId, tenant.id), eq(courseProgress.userId, viewer.userId)))
    .orderBy(desc(courseProgress.gmtModified), desc(courseProgress.courseId))
    .limit(1);
  return last ? { ...last, room: await lastRoom(ctx, last.courseId) } : null;
}

async function lastRoom(ctx: Context, courseId: string) {
  const { db, tenant, viewer } = ctx;
  const [clock] = await db
    .select({ type: studyClock.roomType, id: studyClock.roomId, courseId: courseResource.courseId })
    .from(studyClock)
    .innerJoin(
      courseResource,
      and(eq(courseResource.enterpriseId, studyClock.enterpriseId), eq(courseResource.id, studyClock.resourceId)),
    )
    .where(and(eq(studyClock.enterpriseId, tenant.id), eq(studyClock.userId, viewer.userId)));
  if (!clock?.type || !clock.id || clock.courseId !== courseId) return null;
  const { type, id } = clock;
  const room = await readRoom(ctx, { type, id });
  return room?.items.some((item) => 'courseId' in item && item.courseId === courseId) ? { type, id } : null;
}
