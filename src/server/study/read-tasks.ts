import { sql, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { pgClientOf, type TenantDb } from '#src/server/core/db/tenant.ts';
import { weightedPercent } from '#src/lib/progress.ts';

type Row = {
  user_id: string;
  id: string;
  title: string;
  summary: string | null;
  task_type: number;
  start_at: Date;
  end_at: Date;
  stored: number;
  completed_at: Date | null;
  item_id: string | null;
  course_id: string | null;
  exam_id: string | null;
  item_title: string | null;
  progress: number;
  done_at: Date | null;
};

export type TaskItem = {
  id: string;
  courseId: string | null;
  examId: string | null;
  title: string;
  studyProgress: number;
  completed: boolean;
};
export type Task = {
  id: string;
  title: string;
  summary: string | null;
  taskType: number;
  startAt: Date;
  endAt: Date;
  studyProgress: number;
  status: 'notStarted' | 'learning' | 'completed' | 'overdue';
  completedAt: Date | null;
  items: TaskItem[];
  /** Progress as the row has it, which may be behind. */
  stored: { studyProgress: number; completedAt: Date | null };
};

/**
 * Tasks of a person with their items, the nearest end first. While a task runs, it stands where its courses and exams
 * stand. After its end it keeps the progress of that moment; only an item that was complete by then still counts whole
 * (spec section 4).
 * @param only narrows the tasks, on `study_task t`
 */
export async function readTasks(
  db: TenantDb,
  { enterpriseId, userId, at }: { enterpriseId: string; userId: string; at: Date },
  only?: SQL,
): Promise<Task[]> {
  return (await readTasksOf(db, enterpriseId, [{ userId, at }], only))[0]!;
}

const dialect = new PgDialect();

/** The same for several people in one statement: their tasks in the order of the people. */
export async function readTasksOf(
  db: TenantDb,
  enterpriseId: string,
  people: { userId: string; at: Date }[],
  only?: SQL,
): Promise<Task[][]> {
  const statement = dialect.sqlToQuery(sql`
    select u.user_id, t.id, t.title, t.summary, t.task_type, t.start_at, t.end_at,
           u.study_progress as stored, u.completed_at,
           i.id as item_id, i.course_id, i.exam_id, coalesce(c.title, e.title) as item_title,
           case when i.exam_id is not null then case when passed.at is null then 0 else 100 end
                else coalesce(p.study_progress, 0) end as progress,
           coalesce(p.completed_at, passed.at) as done_at
    from study_task_user u
    join study_task t on t.enterprise_id = u.enterprise_id and t.id = u.task_id and t.published
    left join study_task_item i on i.enterprise_id = t.enterprise_id and i.task_id = t.id
    left join course c on c.enterprise_id = i.enterprise_id and c.id = i.course_id
    left join exam e on e.enterprise_id = i.enterprise_id and e.id = i.exam_id
    left join course_progress p on p.enterprise_id = i.enterprise_id and p.course_id = i.course_id and p.user_id = u.user_id
    left join lateral (
      select min(a.submitted_at) as at from exam_attempt a
      where a.enterprise_id = i.enterprise_id and a.exam_id = i.exam_id and a.user_id = u.user_id and a.passed
    ) passed on true
    where u.enterprise_id = ${enterpriseId} and u.user_id = any(${sql.param(people.map(({ userId }) => userId))}::uuid[])${only && sql` and ${only}`}
    order by t.end_at, t.id, i.sort, i.id`);
  // Every dashboard asks for all tasks: that statement is prepared.
  const prepared = only ? {} : { name: 'tasks' };
  const { rows } = await pgClientOf(db).query<Row>({ ...prepared, text: statement.sql, values: statement.params });

  const byPerson = Map.groupBy(rows, ({ user_id }) => user_id);
  return people.map(({ userId, at }) => {
    const byTask = Map.groupBy(byPerson.get(userId) ?? [], ({ id }) => id);
    return [...byTask.values()].map((lines) => standing(lines, at));
  });
}

function standing(lines: Row[], at: Date): Task {
  const head = lines[0]!;
  const endAt = head.end_at;
  const ended = endAt <= at;
  const items = lines
    .filter((line) => line.item_id !== null)
    .map((line) => {
      const completed = line.done_at !== null && (!ended || line.done_at <= endAt);
      return {
        id: line.item_id!,
        courseId: line.course_id,
        examId: line.exam_id,
        title: line.item_title ?? '',
        studyProgress: completed ? 100 : Math.min(99, line.progress),
        completed,
      };
    });
  const storedAt = head.completed_at;
  const live = weightedPercent(items.map((item) => ({ ...item, weight: 1 })));
  const byEnd = weightedPercent(items.map((item) => ({ ...item, studyProgress: item.completed ? 100 : 0, weight: 1 })));
  const studyProgress = storedAt ? 100 : ended ? Math.max(head.stored, byEnd) : live;
  const done = studyProgress === 100;
  const completedAt = storedAt ?? (done ? latest(lines) : null);
  return {
    id: head.id,
    title: head.title,
    summary: head.summary,
    taskType: head.task_type,
    startAt: head.start_at,
    endAt,
    studyProgress,
    status: done ? 'completed' : ended ? 'overdue' : studyProgress > 0 ? 'learning' : 'notStarted',
    completedAt,
    items,
    stored: { studyProgress: head.stored, completedAt: storedAt },
  };
}

function latest(lines: Row[]): Date | null {
  const times = lines.flatMap((line) => (line.done_at ? [line.done_at.getTime()] : []));
  return times.length > 0 ? new Date(Math.max(...times)) : null;
}
