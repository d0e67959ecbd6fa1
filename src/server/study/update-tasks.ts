import { sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { readNoticeOf } from '#src/server/notice/read-notice-of.ts';
import { reminderSources } from './task-sources.ts';
import { readTasks } from './read-tasks.ts';
import type { Learner } from './update-course-progress.ts';

type Changed = { courseIds?: string[]; examId?: string; coachingPlanId?: string; evaluationFormId?: string };

/**
 * Stores the progress of a user's running tasks that contain one of these courses, exams, coachings or assessments. Ended
 * tasks keep the progress at their end (spec section 4). Notices about a task that is now complete are read.
 */
export async function updateTasks(db: TenantDb, learner: Omit<Learner, 'timeZone'>, changed: Changed) {
  const { enterpriseId, userId, at } = learner;
  const courses = sql.join([sql`null::uuid`, ...(changed.courseIds ?? []).map((id) => sql`${id}::uuid`)], sql`, `);
  const running = sql`t.end_at > ${at.toISOString()}::timestamptz and exists (
    select from study_task_item x where x.enterprise_id = t.enterprise_id and x.task_id = t.id
      and (x.course_id in (${courses}) or x.exam_id = ${changed.examId ?? null}::uuid
           or x.coaching_plan_id = ${changed.coachingPlanId ?? null}::uuid
           or x.evaluation_form_id = ${changed.evaluationFormId ?? null}::uuid))`;
  const tasks = await readTasks(db, learner, running);
  // In sorted order, so that two transactions of a user cannot deadlock.
  for (const task of tasks.sort((a, b) => (a.id < b.id ? -1 : 1))) {
    await db.execute(sql`
      update study_task_user set
        study_progress = greatest(study_progress, ${task.studyProgress}),
        completed_at = coalesce(completed_at, ${task.completedAt?.toISOString() ?? null}::timestamptz)
      where enterprise_id = ${enterpriseId} and task_id = ${task.id} and user_id = ${userId}`);
    if (task.completedAt && !task.stored.completedAt)
      await readNoticeOf(db, { enterpriseId, userId, sources: reminderSources(task.id), at });
  }
}
