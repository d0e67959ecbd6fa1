import { and, eq, sql, type SQL } from 'drizzle-orm';
import { scopeOf } from '#src/contract/rules/rights.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { inScope } from '#src/server/core/in-department.ts';
import { isWithinScope } from '#src/server/organisation/audience.ts';
import { studyTask } from '#src/server/study/tables/study.ts';

const TABLES = { rules: 'study_task_rule', people: 'study_task_person', thing: 'task_id' };
export type StoredTask = typeof studyTask.$inferSelect;
type Viewing = Pick<Context, 'tenant' | 'viewer'>;

/** SQL condition on a task `t`: it concerns only people of the departments where the viewer may change trainings. */
export const isChangeable = (ctx: Viewing) => isWithinScope(ctx, TABLES, sql`t.id`);

/** SQL of the state of a task `t`. */
export const stateOf = (at: Date): SQL => sql`case
  when not t.published then case when t.cancelled_at is null then 'draft' else 'cancelled' end
  when t.start_at > ${at.toISOString()}::timestamptz then 'upcoming'
  when t.end_at > ${at.toISOString()}::timestamptz then 'running'
  else 'ended' end`;

/** SQL of where a member is with a task `t` by the stored progress of the assignment `k`. */
export const progressStateOf = (at: Date): SQL => sql`case
  when k.completed_at > t.end_at then 'late'
  when k.completed_at is not null then 'completed'
  when t.end_at <= ${at.toISOString()}::timestamptz then 'overdue'
  when k.study_progress > 0 then 'learning'
  else 'notStarted' end`;

/** Columns with the numbers of people, of rows with `state`. */
export const COUNTS = sql`
  count(*)::int as count, count(*) filter (where state in ('completed', 'late'))::int as completed,
  count(*) filter (where state = 'late')::int as late, count(*) filter (where state = 'overdue')::int as overdue`;

/** SQL of rows with the `state` of each member of a task `t` whom the viewer may see. */
export function statesOf({ tenant, viewer }: Viewing, at: Date): SQL {
  const scope = scopeOf(viewer, 'training.read');
  return sql`select ${progressStateOf(at)} as state
    from study_task_user k
    ${
      scope
        ? sql`join enterprise_user u on u.enterprise_id = k.enterprise_id and u.user_id = k.user_id and ${inScope(sql`u.department`, scope)}`
        : sql``
    }
    where k.enterprise_id = ${tenant.id} and k.task_id = t.id`;
}

/**
 * Locks a task.
 * @throws AppError 404 for one that does not exist; 403 when it concerns people of other departments
 */
export async function lockTask(ctx: Context, id: string): Promise<StoredTask> {
  const { db, tenant } = ctx;
  const own = and(eq(studyTask.enterpriseId, tenant.id), eq(studyTask.id, id));
  const [found] = await db.select().from(studyTask).where(own).for('update');
  if (!found) throw notFound();
  const { rows } = await db.execute<{ may: boolean }>(
    sql`select ${isChangeable(ctx)} as may from study_task t where t.enterprise_id = ${tenant.id} and t.id = ${id}`,
  );
  if (!rows[0]!.may) throw new AppError(403, 'taskTooLarge');
  return found;
}
