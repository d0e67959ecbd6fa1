import { sql } from 'drizzle-orm';
import { resourceProgress } from '#src/server/core/db/schema/study.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { lockCourseProgress, updateCourseProgress, type Learner } from './update-course-progress.ts';
import { updateTasks } from './update-tasks.ts';

/**
 * Marks resources that are complete by somebody's word (an exam passed, a practice signed off), and brings course and
 * task progress up to date, with hours, credits and points for a course that is complete now. A repeat changes nothing.
 * @param resources in the order of their courses
 * @param examId the exam that was passed, which tasks may hold by itself
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
  // All locks first, in one order: two transactions of a person cannot wait for each other.
  for (const courseId of courseIds) await lockCourseProgress(db, learner, { courseId });
  for (const courseId of courseIds) await updateCourseProgress(db, learner, { courseId });
  await updateTasks(db, learner, { courseIds, examId });
}
