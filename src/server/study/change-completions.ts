import { sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { lockMembers } from '#src/server/record/post-entry.ts';
import { completeResourcesOf } from './complete-resources.ts';
import { lockExistingCourses } from './update-course-progress.ts';
import type { Learners } from './award-course.ts';
import { withdrawResourceOf } from './withdraw-resource.ts';

type OfTask = { enterpriseId: string; userId: string; taskId: string };

/** Marks a task as complete for a learner, because an appeal was accepted. One that is complete stays as it is. */
export async function completeTask(db: TenantDb, { enterpriseId, userId, taskId, at }: OfTask & { at: Date }) {
  await db.execute(sql`
    update study_task_user set study_progress = 100, completed_at = coalesce(completed_at, ${at.toISOString()}::timestamptz)
    where enterprise_id = ${enterpriseId} and task_id = ${taskId} and user_id = ${userId}`);
}

/** Gives a task back the progress that it had before an acceptance completed it. */
export async function reopenTask(db: TenantDb, { enterpriseId, userId, taskId }: OfTask, before: number) {
  await db.execute(sql`
    update study_task_user set study_progress = ${before}, completed_at = null
    where enterprise_id = ${enterpriseId} and user_id = ${userId} and task_id = ${taskId}`);
}

/**
 * Marks a resource as complete for some users and takes its completion back from others, in a number of statements that does
 * not depend on theirs. What both lock is locked first, in the order of `completeResourcesOf`: two confirmations, one of which
 * completes what the other one takes back, wait for each other and do not deadlock.
 * @param withdrawn the users and the reason, shown in the ledger
 * @returns from how many users it was taken back: those for whom the resource was complete
 */
export async function changeCompletions(
  db: TenantDb,
  learner: Omit<Learners, 'userIds'>,
  resource: { id: string; courseId: string },
  { completed, withdrawn }: { completed: string[]; withdrawn: ReadonlyMap<string, string> },
): Promise<{ withdrawnCount: number }> {
  const { enterpriseId } = learner;
  if (completed.length > 0 && withdrawn.size > 0) {
    const userIds = [...completed, ...withdrawn.keys()];
    await lockExistingCourses(db, { enterpriseId, userIds }, [resource.courseId]);
    await lockMembers(db, enterpriseId, userIds);
  }
  await completeResourcesOf(db, { ...learner, userIds: completed }, [resource]);
  const learners = { ...learner, userIds: [...withdrawn.keys()] };
  return { withdrawnCount: (await withdrawResourceOf(db, learners, resource, withdrawn)).length };
}
