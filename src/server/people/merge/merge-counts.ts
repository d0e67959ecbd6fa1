import { sql } from 'drizzle-orm';
import type { MergeCount } from '#src/contract/rules/merge.ts';
import type { Context } from '#src/server/core/context.ts';

type Counts = Record<MergeCount | 'openAttempts', number>;

/** Counts what moves from one record to the other one, and what both have. `openAttempts` are those of either. */
export async function countMerged(
  { db, tenant, now }: Context,
  { removedId, keptId }: { removedId: string; keptId: string },
): Promise<Counts> {
  const own = sql`enterprise_id = ${tenant.id} and user_id = ${removedId}`;
  const shared = (
    key: string,
  ) => sql`t.enterprise_id = ${tenant.id} and t.user_id = ${removedId} and k.enterprise_id = ${tenant.id}
    and k.user_id = ${keptId} and k.${sql.raw(key)} = t.${sql.raw(key)}`;
  const total = (kind: string) =>
    sql`(select coalesce(sum(total), 0)::float8 from ledger_total where ${own} and kind = ${kind})`;
  const { rows } = await db.execute<Counts>(sql`
    select (select count(*)::int from course_progress where ${own}) as courses,
           (select count(*)::int from course_progress t join course_progress k on ${shared('course_id')}) as "sharedCourses",
           (select count(*)::int from study_task_user where ${own}) as tasks,
           (select count(*)::int from exam_attempt where ${own} and not trial) as attempts,
           (select count(distinct t.exam_id)::int from exam_attempt t join exam_attempt k on ${shared('exam_id')}) as "sharedExams",
           (select count(*)::int from user_certificate where ${own}) as certificates,
           ${total('hours')} as hours, ${total('credits')} as credits,
           (select count(*)::int from ledger_entry t join ledger_entry k on ${shared('source')}) as "sharedEntries",
           (select count(*)::int from requirement_assignment where ${own} and closed_at is null) as requirements,
           (select count(*)::int from role_grant where ${own}) as roles,
           (select count(*)::int from department where enterprise_id = ${tenant.id} and head_id = ${removedId} and closed_at is null) as "headOf",
           (select count(*)::int from enterprise_user where enterprise_id = ${tenant.id} and superior_id = ${removedId}) as "superiorOf",
           (select count(*)::int from post where enterprise_id = ${tenant.id} and author_id = ${removedId}) as posts,
           (select count(*)::int from portal.user_session s where s.user_id = ${removedId} and s.enterprise_id = ${tenant.id}
              and s.ended_at is null and s.expires_at > ${now().toISOString()}) as sessions,
           (select count(*)::int from exam_attempt where enterprise_id = ${tenant.id} and user_id in (${removedId}, ${keptId})
              and status = 'open') as "openAttempts"`);
  return rows[0]!;
}

/** Whether another enterprise has one of the accounts as a member. */
export async function elsewhereOf({ db, tenant }: Context, userIds: string[]): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from portal.membership where user_id = any(${sql.param(userIds)}::uuid[]) and enterprise_id <> ${tenant.id} limit 1`);
  return rows.length > 0;
}
