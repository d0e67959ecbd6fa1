import { and, asc, eq } from 'drizzle-orm';
import { courseResource } from '#src/server/course/tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { lockExistingCourses } from './update-course-progress.ts';
import type { Learner } from './award-course.ts';
import { lowerTasks, withdrawResource } from './withdraw-resource.ts';

/**
 * Takes back what `completeExamResource` has completed, when an exam is not passed any more: courses that are not complete
 * without it reverse their hours, credits and points, and running tasks follow.
 * @param title the reason, shown in the ledger
 */
export async function withdrawExamResource(
  db: TenantDb,
  { examId, ...learner }: Learner & { examId: string },
  title: string,
): Promise<void> {
  const resources = await db
    .select({ id: courseResource.id, courseId: courseResource.courseId })
    .from(courseResource)
    .where(and(eq(courseResource.enterpriseId, learner.enterpriseId), eq(courseResource.examId, examId)))
    .orderBy(asc(courseResource.courseId), asc(courseResource.id));
  const learners = { ...learner, userIds: [learner.userId] };
  await lockExistingCourses(db, learners, [...new Set(resources.map(({ courseId }) => courseId))]);
  for (const resource of resources) await withdrawResource(db, learner, resource, title);
  await lowerTasks(db, learner, { examId });
}
