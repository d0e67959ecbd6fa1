import { and, asc, eq, sql } from 'drizzle-orm';
import { courseResource } from '#src/server/db/schema/course.ts';
import { resourceProgress } from '#src/server/db/schema/study.ts';
import type { TenantDb } from '#src/server/db/tenant.ts';
import { lockCourseProgress, updateCourseProgress, type Learner } from './update-course-progress.ts';
import { updateTasks } from './update-tasks.ts';

/**
 * Marks the course resources that stand for a passed exam as complete, and brings course and task progress up to date.
 * Called in the transaction that closes the attempt: after that, so that tasks see the pass, and before the exam's own
 * ledger lines, because a study report takes the same rows in the order course, then ledger. A repeat changes nothing.
 */
export async function completeExamResource(db: TenantDb, passed: Learner & { examId: string }): Promise<void> {
  const { examId, ...learner } = passed;
  const { enterpriseId, userId, at } = learner;
  const resources = await db
    .select({ id: courseResource.id, courseId: courseResource.courseId })
    .from(courseResource)
    .where(and(eq(courseResource.enterpriseId, enterpriseId), eq(courseResource.examId, examId)))
    .orderBy(asc(courseResource.courseId), asc(courseResource.id));
  for (const { id, courseId } of resources) {
    await db
      .insert(resourceProgress)
      .values({ enterpriseId, userId, resourceId: id, courseId, studyProgress: 100, completedAt: at, gmtModified: at })
      .onConflictDoUpdate({
        target: [resourceProgress.enterpriseId, resourceProgress.userId, resourceProgress.resourceId],
        set: { studyProgress: 100, completedAt: sql`coalesce(${resourceProgress.completedAt}, excluded.completed_at)` },
      });
  }
  const courseIds = [...new Set(resources.map(({ courseId }) => courseId))];
  // All locks first, in one order: two transactions of a person cannot wait for each other.
  for (const courseId of courseIds) await lockCourseProgress(db, learner, { courseId });
  for (const courseId of courseIds) await updateCourseProgress(db, learner, { courseId });
  await updateTasks(db, learner, { courseIds, examId });
}
