import { sql, type SQL } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { readNoticesOf } from '#src/server/notice/read-notice-of.ts';
import { reminderSources } from './task-sources.ts';
import { readTasksOf } from './read-tasks.ts';
import type { Task, TaskLine } from './task-of.ts';
import type { CourseProgress } from './update-course-progress.ts';
import type { Learners, Learner } from './award-course.ts';

type Changed = { courseIds?: string[]; examId?: string; coachingPlanId?: string; evaluationFormId?: string };
export type UserTask = { userId: string; task: Task };

/** `updateTasksOf` for one user. */
export const updateTasks = (
  db: TenantDb,
  { userId, ...learner }: Omit<Learner, 'timeZone'>,
  changed: Changed,
): Promise<void> => updateTasksOf(db, { ...learner, userIds: [userId] }, changed);

/**
 * Stores the progress of the running tasks of users that contain one of these courses, exams, coachings or assessments.
 * Ended tasks keep the progress at their end, unless they accept late completion (docs/specification.md, section "Tasks"). Notices about a task that is now
 * complete are read.
 */
export async function updateTasksOf(
  db: TenantDb,
  learners: Omit<Learners, 'timeZone'>,
  changed: Changed,
): Promise<void> {
  const tasks = await readChangedTasks(db, learners, changed);
  if (tasks.length === 0) return;
  await db.execute(storeTasks(learners.enterpriseId, tasks));
  await readTaskNotices(db, learners, tasks);
}

/**
 * Reads the running tasks of users that contain something that has changed, as far as their stored progress has to follow.
 * @param progress the progress in the course that will be stored with the tasks, in the place of the stored one
 */
export async function readChangedTasks(
  db: TenantDb,
  { enterpriseId, userIds, at }: Omit<Learners, 'timeZone'>,
  { courseIds = [], examId = undefined, coachingPlanId, evaluationFormId }: Changed,
  progress?: CourseProgress & { courseId: string },
): Promise<UserTask[]> {
  const running = sql`(t.end_at > ${at.toISOString()}::timestamptz or t.late_completion) and exists (
    select from study_task_item x where x.enterprise_id = t.enterprise_id and x.task_id = t.id
      and (x.course_id = any(${sql.param(courseIds)}::uuid[]) or x.exam_id = ${examId ?? null}::uuid
           or x.coaching_plan_id = ${coachingPlanId ?? null}::uuid
           or x.evaluation_form_id = ${evaluationFormId ?? null}::uuid))`;
  const withProgress = (line: TaskLine): TaskLine =>
    progress && line.course_id === progress.courseId
      ? { ...line, progress: progress.studyProgress, done_at: progress.completedAt }
      : line;
  const people = userIds.map((userId) => ({ userId, at }));
  const found = await readTasksOf(db, enterpriseId, people, { name: 'running-tasks', only: running, withProgress });
  return found
    .flatMap((tasks, n) => tasks.map((task) => ({ userId: userIds[n]!, task })))
    .filter(({ task }) => isAhead(task));
}

/** Whether the stored progress of a task has to follow. */
export const isAhead = ({ studyProgress, completedAt, stored }: Task): boolean =>
  studyProgress > stored.studyProgress || (completedAt !== null && stored.completedAt === null);

/** Statement that stores the progress of tasks, which never goes back. Rows are locked in the order of users and tasks. */
export function storeTasks(enterpriseId: string, tasks: UserTask[]): SQL {
  const rows = tasks.map(({ userId, task }) => ({
    u: userId,
    t: task.id,
    p: task.studyProgress,
    at: task.completedAt,
  }));
  return sql`
    update study_task_user kept
    set study_progress = greatest(kept.study_progress, i.p), completed_at = coalesce(kept.completed_at, i.at)
    from (
      select j.* from json_to_recordset(${JSON.stringify(rows)}::json) as j (u uuid, t uuid, p int, at timestamptz)
      join study_task_user l on l.enterprise_id = ${enterpriseId} and l.user_id = j.u and l.task_id = j.t
      order by j.u, j.t for no key update of l
    ) i
    where kept.enterprise_id = ${enterpriseId} and kept.user_id = i.u and kept.task_id = i.t`;
}

/** Marks the reminders of tasks as read that have just been completed. */
export const readTaskNotices = (db: TenantDb, to: { enterpriseId: string; at: Date }, tasks: UserTask[]) =>
  readNoticesOf(
    db,
    to,
    tasks
      .filter(({ task }) => task.completedAt !== null && task.stored.completedAt === null)
      .map(({ userId, task }) => ({ userId, sources: reminderSources(task) })),
  );
