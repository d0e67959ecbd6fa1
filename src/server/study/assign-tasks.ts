import { sql, type SQL } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/**
 * Gives the running tasks to those who are in their audience, as `assign`. Tasks without an audience stay with those who have them.
 * @returns how many assignments changed
 */
export async function assignTasks(db: TenantDb, enterpriseId: string, at: Date): Promise<number> {
  const { rows: running } = await db.execute<{ id: string }>(sql`
    select t.id from study_task t
    where t.enterprise_id = ${enterpriseId} and t.published and t.end_at > ${at.toISOString()}::timestamptz
      and (exists (select from study_task_rule r where r.enterprise_id = t.enterprise_id and r.task_id = t.id)
           or exists (select from study_task_person p where p.enterprise_id = t.enterprise_id and p.task_id = t.id))`);
  if (running.length === 0) return 0;
  const { given, taken } = await assign(
    db,
    enterpriseId,
    at,
    running.map(({ id }) => id),
  );
  return given + taken;
}

/**
 * Gives tasks to members of their audience who do not have them: who has joined, moved, come back, or is named now. Takes
 * them from active members who are no longer in it, unless they have progress. Idempotent.
 */
export async function assign(
  db: TenantDb,
  enterpriseId: string,
  at: Date,
  taskIds: string[],
): Promise<{ given: number; taken: number }> {
  const now = sql`${at.toISOString()}::timestamptz`;
  const which = idsOf(taskIds);
  const { rowCount: given } = await db.execute(sql`
    with wanted as materialized (
      select a.task_id, a.user_id from portal.task_audience(${enterpriseId}, ${which}, null) a
      where not exists (select from study_task_user u
                        where u.enterprise_id = ${enterpriseId} and u.task_id = a.task_id and u.user_id = a.user_id)
    ), restored as (
      delete from study_task_removal k using wanted w
      where k.enterprise_id = ${enterpriseId} and k.task_id = w.task_id and k.user_id = w.user_id
      returning k.task_id, k.user_id, k.study_progress, k.completed_at, k.assigned_at
    )
    insert into study_task_user (enterprise_id, task_id, user_id, study_progress, completed_at, gmt_create)
    select ${enterpriseId}, w.task_id, w.user_id, coalesce(k.study_progress, 0), k.completed_at, coalesce(k.assigned_at, ${now})
    from wanted w left join restored k using (task_id, user_id)
    on conflict do nothing`);
  const { rowCount: taken } = await db.execute(sql`
    with wanted as materialized (select * from portal.task_audience(${enterpriseId}, ${which}, null))
    delete from study_task_user u
    using enterprise_user m
    where u.enterprise_id = ${enterpriseId} and u.task_id = any (${which}) and u.study_progress = 0 and u.completed_at is null
      and m.enterprise_id = u.enterprise_id and m.user_id = u.user_id and m.status = 'active'
      and not exists (select from wanted w where w.task_id = u.task_id and w.user_id = u.user_id)`);
  return { given: given ?? 0, taken: taken ?? 0 };
}

/** SQL of a list of ids. */
export const idsOf = (list: readonly string[]): SQL => sql`${`{${list.join()}}`}::uuid[]`;
