import { sql, type SQL } from 'drizzle-orm';
import { inZone } from '#src/lib/dates.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { type NewNotice, sendNotices } from '#src/server/notice/send-notice.ts';
import { readTasksOf } from './read-tasks.ts';
import { assignedSource, DUE_DAYS, dueSource, endedSource } from './task-sources.ts';
import type { Task } from './task-of.ts';
import { isAhead, storeTasks, type UserTask } from './update-tasks.ts';

/** Assignments of one statement. */
const BATCH = 500;
/** A notice that is later than this is not sent: the portal was stopped, or this is its first start with notices. */
const MAX_LATE_DAYS = 3;

type Tenant = { enterpriseId: string; timeZone: string; at: Date };
type Assignment = { userId: string; taskId: string };
type TaskEvent = 'assigned' | 'due' | 'overdue' | 'late' | 'ended';
/** What happens to assignments that fulfil a condition. `source`: of the notice, which each of them gets once. */
type Step = {
  source: (task: { id: string; endChanges: number }) => string;
  /** It is about the end of the task, and is sent again when that has changed. */
  ofEnd: boolean;
  when: SQL;
  eventOf: (task: Task) => TaskEvent | null;
};

/**
 * Sends the notices that are due: a task was given, ends in three days or one, or has ended; the latter two only with its reminders.
 * Who has completed a task gets no notice that it is due. Safe to repeat and to run in several processes: each notice is sent once.
 * @returns how many were sent
 */
export async function sendTaskNotices(db: TenantDb, tenant: Tenant): Promise<number> {
  let sent = 0;
  for (const step of stepsAt(tenant.at)) {
    for (let n = BATCH; n === BATCH;) {
      const found = await findWaiting(db, tenant, step);
      sent += await sendStep(db, tenant, step, found);
      n = found.length;
    }
  }
  return sent;
}

function stepsAt(at: Date): Step[] {
  const now = sql`${at.toISOString()}::timestamptz`;
  const days = (n: number) => sql.raw(`interval '${n * 24} hours'`);
  const given = sql`u.gmt_create > ${now} - ${days(MAX_LATE_DAYS)} and t.end_at > ${now} and u.completed_at is null`;
  const ended = sql`t.reminders and t.end_at <= ${now} and t.end_at > ${now} - ${days(MAX_LATE_DAYS)}`;
  const due = DUE_DAYS.map((n, i): Step => ({
    source: (task) => dueSource(task, n),
    ofEnd: true,
    // Who got the task later knows its end from the notice that it was given.
    when: sql`t.reminders and t.end_at - ${days(n)} <= ${now} and t.end_at - ${days(DUE_DAYS[i + 1] ?? 0)} > ${now}
      and u.gmt_create < t.end_at - ${days(n)} and t.start_at <= ${now} and u.completed_at is null`,
    eventOf: ({ completedAt }) => (completedAt ? null : 'due'),
  }));
  return [
    { source: assignedSource, ofEnd: false, when: given, eventOf: () => 'assigned' },
    ...due,
    {
      ...{ source: endedSource, ofEnd: true, when: ended },
      eventOf: ({ completedAt, acceptsLate }) => (completedAt ? 'ended' : acceptsLate ? 'late' : 'overdue'),
    },
  ];
}

/** Assignments of active members without the notice of a step. */
async function findWaiting(
  db: TenantDb,
  { enterpriseId }: Tenant,
  { source, ofEnd, when }: Step,
): Promise<Assignment[]> {
  const [before, after] = source({ id: '|', endChanges: 0 }).split('|') as [string, string];
  const { rows } = await db.execute<Assignment>(sql`
    select u.user_id as "userId", u.task_id as "taskId"
    from study_task t
    join study_task_user u on u.enterprise_id = t.enterprise_id and u.task_id = t.id
    join enterprise_user m on m.enterprise_id = u.enterprise_id and m.user_id = u.user_id and m.status = 'active'
    where t.enterprise_id = ${enterpriseId} and t.published and ${when} and not exists (
      select from notice n where n.enterprise_id = u.enterprise_id and n.user_id = u.user_id
        and n.source = ${before}::text || u.task_id || ${after}::text
          || ${ofEnd ? sql`case when t.end_changes > 0 then ':' || t.end_changes else '' end` : sql`''`})
    order by u.user_id, u.task_id limit ${BATCH}`);
  return rows;
}

async function sendStep(db: TenantDb, tenant: Tenant, step: Step, found: Assignment[]): Promise<number> {
  if (found.length === 0) return 0;
  const { enterpriseId, timeZone, at } = tenant;
  const people = [...new Set(found.map(({ userId }) => userId))].map((userId) => ({ userId, at }));
  const taskIds = [...new Set(found.map(({ taskId }) => taskId))];
  const only = sql`t.id = any(${sql.param(taskIds)}::uuid[])`;
  const tasks = await readTasksOf(db, enterpriseId, people, { only });
  const wanted = new Set(found.map(({ userId, taskId }) => `${userId} ${taskId}`));
  const notices: NewNotice[] = [];
  // A task may progress without anything being studied: by what was finished before, or by a release.
  const changed: UserTask[] = [];
  for (const [i, { userId }] of people.entries()) {
    for (const task of tasks[i]!.filter(({ id }) => wanted.has(`${userId} ${id}`))) {
      if (isAhead(task)) changed.push({ userId, task });
      const event = step.eventOf(task);
      if (event === null) continue;
      const end = inZone(task.endAt, timeZone).format('YYYY-MM-DD HH:mm');
      notices.push({
        ...{ userId, kind: 'task', detail: { event, title: task.title, end }, at },
        ...{ path: `/account/task/${task.id}`, source: step.source(task) },
      });
    }
  }
  if (changed.length > 0) await db.execute(storeTasks(enterpriseId, changed));
  return (await sendNotices(db, enterpriseId, notices)).length;
}
