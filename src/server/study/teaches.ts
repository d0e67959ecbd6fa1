import { and, eq } from 'drizzle-orm';
import { course } from '#src/server/course/tables.ts';
import { lecturer } from '#src/server/lecturer/tables.ts';
import type { Context } from '#src/server/core/context.ts';

/** Whether the viewer is an administrator or the lecturer of the course. */
export async function teaches({ db, tenant, viewer }: Context, courseId: string): Promise<boolean> {
  if (viewer.isAdmin) return true;
  if (viewer.userType !== 2) return false;
  const [found] = await db
    .select({ id: course.id })
    .from(course)
    .innerJoin(lecturer, and(eq(lecturer.enterpriseId, course.enterpriseId), eq(lecturer.id, course.lecturerId)))
    .where(and(eq(course.enterpriseId, tenant.id), eq(course.id, courseId), eq(lecturer.userId, viewer.userId)));
  return found !== undefined;
}
