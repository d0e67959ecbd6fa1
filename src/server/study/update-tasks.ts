import { sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { readTasks } from './read-tasks.ts';
import type { Learner } from './update-course-progress.ts';

/**
 * Writes down the progress of a person's running tasks that hold one of these courses or exams. Ended ones are not
 * touched: they keep the progress of their end (spec section 4).
 */
export async function updateTasks(db: TenantDb, learner: Learner, changed: { courseIds?: string[]; examId?: string }) {
  const { enterpriseId, userId, at } = learner;
  const courses = sql.join([sql`null::uuid`, ...(changed.courseIds ?? []).map((id) => sql`${id}::uuid`)], sql`, `);
  const running = sql`t.end_at > ${at.toISOString()}::timestamptz and exists (
    select from study_task_item x where x.enterprise_id = t.enterprise_id and x.task_id = t.id
      and (x.course_id in (${courses}) or x.exam_id = ${changed.examId ?? null}::uuid))`;
  const tasks = await readTasks(db, learner, running);
  // In one order everywhere, so that two transactions of a person cannot wait for each other.
  for (const task of tasks.sort((a, b) => (a.id < b.id ? -1 : 1))) {
    await db.execute(sql`
      update study_task_user set
        study_progress = greatest(study_progress, ${task.studyProgress}),
        completed_at = coalesce(completed_at, ${task.completedAt?.toISOString() ?? null}::timestamptz)
      where enterprise_id = ${enterpriseId} and task_id = ${task.id} and user_id = ${userId}`);
  }
}
