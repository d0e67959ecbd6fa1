import { and, eq, gt, sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { readTasksOf } from './read-tasks.ts';
import { studyTask, studyTaskUser } from './tables/study.ts';

/** Assignments of one statement. */
const BATCH = 500;

/**
 * Computes the stored progress anew of tasks that were changed: their items or their end. Who has completed a task stays so.
 * @returns how many tasks
 */
export async function refreshTasks(db: TenantDb, enterpriseId: string, at: Date): Promise<number> {
  const stale = await db
    .update(studyTask)
    .set({ stale: false })
    .where(and(eq(studyTask.enterpriseId, enterpriseId), eq(studyTask.stale, true)))
    .returning({ id: studyTask.id });
  for (const { id } of stale) await refreshTask(db, enterpriseId, id, at);
  return stale.length;
}

async function refreshTask(db: TenantDb, enterpriseId: string, taskId: string, at: Date): Promise<void> {
  for (let after: string | null = null, n = BATCH; n === BATCH;) {
    const rows: { userId: string }[] = await db
      .select({ userId: studyTaskUser.userId })
      .from(studyTaskUser)
      .where(
        and(
          ...[eq(studyTaskUser.enterpriseId, enterpriseId), eq(studyTaskUser.taskId, taskId)],
          after === null ? undefined : gt(studyTaskUser.userId, after),
        ),
      )
      .orderBy(studyTaskUser.userId)
      .limit(BATCH);
    n = rows.length;
    if (n === 0) return;
    after = rows.at(-1)!.userId;
    const people = rows.map(({ userId }) => ({ userId, at }));
    const tasks = await readTasksOf(db, enterpriseId, people, { only: sql`t.id = ${taskId}` });
    const changed = tasks.flatMap((list, i) =>
      list.map(({ studyProgress, completedAt }) => ({ u: people[i]!.userId, p: studyProgress, at: completedAt })),
    );
    await db.execute(sql`
      update study_task_user u set study_progress = i.p, completed_at = i.at
      from json_to_recordset(${JSON.stringify(changed)}::json) as i (u uuid, p int, at timestamptz)
      where u.enterprise_id = ${enterpriseId} and u.task_id = ${taskId} and u.user_id = i.u
        and (u.study_progress, u.completed_at) is distinct from (i.p, i.at)`);
  }
}
