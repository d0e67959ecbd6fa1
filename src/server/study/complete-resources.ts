import { sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { lockCourses, updateCourses } from './update-course-progress.ts';
import type { Learners, Learner } from './award-course.ts';
import { updateTasksOf } from './update-tasks.ts';

export type { Learners };
type Resource = { id: string; courseId: string };

/**
 * Marks resources as complete (exam passed, practical operation approved), and updates course and task progress. A course
 * that becomes complete posts its hours, credits and points. Idempotent.
 * @param examId the passed exam, which tasks may contain as an item of their own
 */
export const completeResources = (
  db: TenantDb,
  { userId, ...learner }: Learner,
  resources: Resource[],
  examId?: string,
): Promise<void> => completeResourcesOf(db, { ...learner, userIds: [userId] }, resources, examId);

/**
 * Like `completeResources`, for several users: the number of statements does not depend on how many there are. Callers bound
 * their number. Rows of courses, members and tasks are locked in this order, each in the order of users and ids.
 */
export async function completeResourcesOf(
  db: TenantDb,
  learners: Learners,
  resources: Resource[],
  examId?: string,
): Promise<void> {
  const { enterpriseId, userIds, at } = learners;
  if (userIds.length === 0) return;
  const now = at.toISOString();
  const courseIds = [...new Set(resources.map(({ courseId }) => courseId))];
  await lockCourses(db, learners, courseIds);
  if (resources.length > 0)
    await db.execute(sql`
      insert into resource_progress as kept
        (enterprise_id, user_id, resource_id, course_id, study_progress, completed_at, gmt_modified)
      select ${enterpriseId}::uuid, u, r.id, r."courseId", 100, ${now}::timestamptz, ${now}::timestamptz
      from unnest(${sql.param(userIds)}::uuid[]) u
      cross join json_to_recordset(${JSON.stringify(resources)}::json) as r (id uuid, "courseId" uuid)
      order by u, r.id
      on conflict (enterprise_id, user_id, resource_id) do update
        set study_progress = 100, completed_at = coalesce(kept.completed_at, excluded.completed_at)`);
  await updateCourses(db, learners, courseIds);
  await updateTasksOf(db, learners, { courseIds, examId });
}
