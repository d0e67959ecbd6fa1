import { sql } from 'drizzle-orm';
import { resourceProgress } from '#src/server/core/db/schema/study.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { lockCourseProgress, updateCourseProgress, type Learner } from './update-course-progress.ts';
import { updateTasks } from './update-tasks.ts';

/**
 * Marks resources as complete (exam passed, practical operation approved), and updates course and task progress. A course
 * that becomes complete posts its hours, credits and points. Idempotent.
 * @param resources sorted by course
 * @param examId the passed exam, which tasks may contain as an item of their own
 */
export async function completeResources(
  db: TenantDb,
  learner: Learner,
  resources: { id: string; courseId: string }[],
  examId?: string,
): Promise<void> {
  const { enterpriseId, userId, at } = learner;
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
  // All locks first, in sorted order: two transactions of a user cannot deadlock.
  for (const courseId of courseIds) await lockCourseProgress(db, learner, { courseId });
  for (const courseId of courseIds) await updateCourseProgress(db, learner, { courseId });
  await updateTasks(db, learner, { courseIds, examId });
}
