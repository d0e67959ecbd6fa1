import { sql, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { pgClientOf, type Prepared, type TenantDb } from '#src/server/core/db/tenant.ts';
import { type Task, taskOf, type TaskLine } from './task-of.ts';

/** An item of a task of a person. */
export type TaskRow = TaskLine & { user_id: string };
type Person = { userId: string; at: Date };

/**
 * Returns the tasks of a user with their items, in ascending order of their end, each in its state at that moment
 * (`taskOf`; docs/specification.md, section "Tasks").
 * @param only additional condition on `study_task t`
 */
export async function readTasks(
  db: TenantDb,
  { enterpriseId, userId, at }: { enterpriseId: string; userId: string; at: Date },
  only?: SQL,
): Promise<Task[]> {
  return (await readTasksOf(db, enterpriseId, [{ userId, at }], only && { only }))[0]!;
}

/**
 * The moment at which an exam of a task was passed: the first pass that counts, else the first one. SQL over attempts of
 * one user, with the aliases of attempt, assignment and task.
 */
export const firstPass = (attempt: string, user: string, task: string): SQL =>
  sql.raw(`coalesce(
    min(${attempt}.submitted_at) filter (where ${attempt}.submitted_at >= greatest(${user}.gmt_create, ${task}.start_at)
                                         or ${task}.counts_earlier),
    min(${attempt}.submitted_at))`);

const dialect = new PgDialect();

type Selection = {
  /** Additional condition on `study_task t`. */
  only?: SQL;
  /** Of the prepared statement, if the text of the condition is always the same. */
  name?: string;
  /** Replaces what is stored about an item, by what is about to be stored. */
  withProgress?: (line: TaskLine) => TaskLine;
};

/** Like `readTasks`, for several users in one statement. @returns the tasks of each user, in the order of `people` */
export async function readTasksOf(
  db: TenantDb,
  enterpriseId: string,
  people: Person[],
  { only, name = only ? undefined : 'tasks', withProgress }: Selection = {},
): Promise<Task[][]> {
  const statement = dialect.sqlToQuery(select(enterpriseId, people, only));
  const { rows } = await pgClientOf(db).query<TaskRow>({ name, text: statement.sql, values: statement.params });
  return tasksOf(rows, people, withProgress);
}

let openTasksText: string | undefined;

/**
 * Returns the statement for those tasks of several users that can still be completed and are not stored as completed, for `readPrepared`: every
 * dashboard reads them. `tasksOf` makes tasks of its rows.
 */
export function openTasks(enterpriseId: string, people: Person[]): Prepared {
  const since = new Date(Math.min(...people.map(({ at }) => at.getTime()))).toISOString();
  openTasksText ??= dialect.sqlToQuery(
    select(
      enterpriseId,
      people,
      sql`(t.end_at > ${since}::timestamptz or t.late_completion) and u.completed_at is null`,
    ),
  ).sql;
  return { name: 'open-tasks', text: openTasksText, values: [enterpriseId, people.map(({ userId }) => userId), since] };
}

/** Returns the tasks of each user, in the order of `people`, in ascending order of their end. */
export function tasksOf(
  rows: TaskRow[],
  people: Person[],
  withProgress: Selection['withProgress'] = (line) => line,
): Task[][] {
  const byPerson = Map.groupBy(rows, ({ user_id }) => user_id);
  return people.map(({ userId, at }) => {
    const byTask = Map.groupBy(byPerson.get(userId) ?? [], ({ id }) => id);
    return [...byTask.values()].map((lines) => taskOf(lines.map(withProgress), at));
  });
}

function select(enterpriseId: string, people: Person[], only: SQL | undefined): SQL {
  return sql`
    select u.user_id, t.id, t.title, t.summary, t.task_type, t.start_at, t.end_at, t.ordered, t.counts_earlier, t.late_completion, t.end_changes,
           u.gmt_create as assigned_at, u.study_progress as stored, u.completed_at,
           i.id as item_id, i.course_id, i.exam_id, i.evaluation_form_id, g.id as coaching_id, i.release_at, i.after_ids::text[],
           coalesce(c.title, e.title, l.title, f.title) as item_title,
           case when i.exam_id is not null then case when passed.at is null then 0 else 100 end
                when i.evaluation_form_id is not null then case when assessed.done_at is null then 0 else 100 end
                else coalesce(p.study_progress, g.study_progress, 0) end as progress,
           coalesce(p.completed_at, g.completed_at, passed.at, assessed.done_at) as done_at
    from study_task_user u
    join study_task t on t.enterprise_id = u.enterprise_id and t.id = u.task_id and t.published
    left join study_task_item i on i.enterprise_id = t.enterprise_id and i.task_id = t.id
    left join course c on c.enterprise_id = i.enterprise_id and c.id = i.course_id
    left join exam e on e.enterprise_id = i.enterprise_id and e.id = i.exam_id
    left join evaluation_form f on f.enterprise_id = i.enterprise_id and f.id = i.evaluation_form_id
    left join evaluation assessed on assessed.enterprise_id = i.enterprise_id and assessed.form_id = i.evaluation_form_id
      and assessed.user_id = u.user_id and assessed.attempt = 1
    left join course_progress p on p.enterprise_id = i.enterprise_id and p.course_id = i.course_id and p.user_id = u.user_id
    left join coaching_plan l on l.enterprise_id = i.enterprise_id and l.id = i.coaching_plan_id
    left join coaching g on g.enterprise_id = i.enterprise_id and g.plan_id = i.coaching_plan_id and g.learner_id = u.user_id
    left join lateral (
      select ${firstPass('a', 'u', 't')} as at from portal.exam_passes(i.enterprise_id) a
      where a.exam_id = i.exam_id and a.user_id = u.user_id
    ) passed on true
    where u.enterprise_id = ${enterpriseId} and u.user_id = any(${sql.param(people.map(({ userId }) => userId))}::uuid[])${only && sql` and ${only}`}
    order by t.end_at, t.id, i.sort, i.id`;
}
