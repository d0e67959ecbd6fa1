import { sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/** The member `m` is in the department of the target `g`. */
const IS_TARGETED = sql.raw(`(g.department = '' and m.user_type <> 3
  or g.department <> '' and (m.department = g.department or starts_with(m.department, g.department || '/')))`);

/**
 * Gives the running tasks of departments, and those for all, to members who have joined, moved or come back since they were
 * given; takes them from active members who are no longer there, unless they have progress. Idempotent.
 * @returns how many assignments changed
 */
export async function assignTasks(db: TenantDb, enterpriseId: string, at: Date): Promise<number> {
  const now = sql`${at.toISOString()}::timestamptz`;
  const { rowCount: given } = await db.execute(sql`
    insert into study_task_user (enterprise_id, task_id, user_id, gmt_create)
    select distinct g.enterprise_id, g.task_id, m.user_id, ${now}
    from study_task_target g
    join study_task t on t.enterprise_id = g.enterprise_id and t.id = g.task_id and t.published and t.end_at > ${now}
    join enterprise_user m on m.enterprise_id = g.enterprise_id and m.status = 'active' and ${IS_TARGETED}
    where g.enterprise_id = ${enterpriseId} and not exists (
      select from study_task_user u
      where u.enterprise_id = g.enterprise_id and u.task_id = g.task_id and u.user_id = m.user_id)
    on conflict do nothing`);
  const { rowCount: taken } = await db.execute(sql`
    delete from study_task_user u
    using study_task t, enterprise_user m
    where u.enterprise_id = ${enterpriseId} and u.study_progress = 0 and u.completed_at is null
      and t.enterprise_id = u.enterprise_id and t.id = u.task_id and t.end_at > ${now}
      and m.enterprise_id = u.enterprise_id and m.user_id = u.user_id and m.status = 'active'
      and exists (select from study_task_target g where g.enterprise_id = u.enterprise_id and g.task_id = u.task_id)
      and not exists (select from study_task_target g
                      where g.enterprise_id = u.enterprise_id and g.task_id = u.task_id and ${IS_TARGETED})`);
  return (given ?? 0) + (taken ?? 0);
}
