import { sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { lockExistingCourses, updateCourses } from './update-course-progress.ts';
import { updateTasksOf } from './update-tasks.ts';

/** Learners who are recounted in one transaction. */
const BATCH = 200;

/**
 * Recomputes the progress of those who have begun a course and not completed it, after its items have changed: a batch of them, by their ids.
 * @param after id of the last member of the batch before; null: the first batch
 * @returns id of the last member of this batch; null: there are no more
 */
export async function recountCourse(
  db: TenantDb,
  { enterpriseId, courseId, timeZone, at }: { enterpriseId: string; courseId: string; timeZone: string; at: Date },
  after: string | null,
): Promise<string | null> {
  const { rows } = await db.execute<{ userId: string }>(sql`
    select user_id as "userId" from course_progress
    where enterprise_id = ${enterpriseId} and course_id = ${courseId} and (status <> 'completed' or renewing_since is not null)
      and (${after}::uuid is null or user_id > ${after}::uuid)
    order by user_id limit ${BATCH}`);
  const userIds = rows.map(({ userId }) => userId);
  if (userIds.length === 0) return null;
  const learners = { enterpriseId, userIds, at, timeZone };
  await lockExistingCourses(db, learners, [courseId]);
  await updateCourses(db, learners, [courseId]);
  await updateTasksOf(db, learners, { courseIds: [courseId] });
  return userIds.length < BATCH ? null : userIds.at(-1)!;
}
