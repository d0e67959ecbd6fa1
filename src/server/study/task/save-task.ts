import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { audit, changesBetween } from '#src/server/core/audit.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { pgClientOf } from '#src/server/core/db/tenant.ts';
import { checkAudience } from '#src/server/organisation/audience.ts';
import { studyTask } from '#src/server/study/tables/study.ts';
import { studyTaskPerson, studyTaskRule } from '#src/server/study/tables/task-audience.ts';
import { assign, idsOf } from '../assign-tasks.ts';
import { lockTask, type StoredTask } from './task-sql.ts';
import { writeItems, type TaskDraft } from './write-items.ts';

/** Settings that the history compares. */
const SETTINGS = [
  'title',
  'summary',
  'taskType',
  'startAt',
  'endAt',
  'countsEarlier',
  'ordered',
  'lateCompletion',
] as const;

/**
 * Adds a task as a draft, or changes one. Members who come into the audience of a running task have it at once; those whom the change
 * takes out of it do not have it any more: what they have achieved is kept, and they get it back with the task.
 * @throws AppError 404 for what does not exist; 403 when it concerns, or would concern, people of other departments; 409 for an earlier
 *   revision
 */
export async function saveTask(ctx: Context, input: TaskDraft) {
  const { db, tenant, now } = ctx;
  const before = await lockBefore(ctx, input);
  if (before && before.revision !== input.revision) throw new AppError(409, 'revisionChanged');
  const { id, members } = await store(ctx, input, before);
  if (before?.published) {
    await removeMembers(ctx, id, members);
    if (Date.parse(input.endAt) > now().getTime()) await assign(db, tenant.id, now(), [id]);
  }
  const settings = settingsOf(input);
  const changes = before ? changesBetween(settingsOf(before), settings, [...SETTINGS, 'reminders']) : [];
  const detail = {
    id,
    title: input.title,
    changes,
    items: input.items.length,
    rules: input.rules,
    people: input.people.length,
  };
  if (before) await audit(db, ctx, 'task.change', detail, { about: [id] });
  else await audit(db, ctx, 'task.add', detail, { about: [id] });
  return { id, revision: (before?.revision ?? 0) + 1 };
}

const settingsOf = (task: TaskDraft | StoredTask) => ({
  ...{ title: task.title, summary: task.summary ?? '', taskType: task.taskType },
  ...{ startAt: new Date(task.startAt).toISOString(), endAt: new Date(task.endAt).toISOString() },
  ...{ countsEarlier: task.countsEarlier, ordered: task.ordered },
  ...{ lateCompletion: task.lateCompletion, reminders: task.reminders },
});

/** Says what saving and publishing would change: it stores, counts, and takes it back. Also on top of another revision. @throws AppError as `saveTask` */
export async function previewTask(ctx: Context, input: TaskDraft) {
  const { db, tenant, now } = ctx;
  const client = pgClientOf(db);
  await client.query('savepoint preview');
  try {
    const { id, members } = await store(ctx, input, await lockBefore(ctx, input));
    const isOver = Date.parse(input.endAt) <= now().getTime();
    type Row = { isAdded: boolean; count: number; hidden: number; names: string[] };
    const { rows } = await db.execute<Row>(sql`
      with wanted as materialized (
        select user_id from portal.task_audience(${tenant.id}, ${idsOf([id])}, null)
      ), changed as (
        select w.user_id, true as added, 0 as progress from wanted w
        where ${!isOver} and not exists (select from study_task_user k
          where k.enterprise_id = ${tenant.id} and k.task_id = ${id} and k.user_id = w.user_id)
        union all
        select k.user_id, false, k.study_progress from study_task_user k
        where k.enterprise_id = ${tenant.id} and k.task_id = ${id} and k.user_id = any (${idsOf(members)})
          and not exists (select from wanted w where w.user_id = k.user_id)
      )
      select c.added as "isAdded", count(*)::int as count, count(*) filter (where c.progress > 0)::int as hidden,
             (array_agg(u.user_name order by u.user_name, u.user_id))[:${MAX_ITEMS.factItems}] as names
      from changed c
      join enterprise_user u on u.enterprise_id = ${tenant.id} and u.user_id = c.user_id
      group by c.added`);
    const [added, removed] = [true, false].map((which) => rows.find(({ isAdded }) => isAdded === which));
    const { rows: kept } = await db.execute<{ count: number; open: number }>(sql`
      select count(*)::int as count, count(*) filter (where k.completed_at is null)::int as open
      from study_task_user k where k.enterprise_id = ${tenant.id} and k.task_id = ${id}`);
    const count = kept[0]!.count + (added?.count ?? 0) - (removed?.count ?? 0);
    return {
      count,
      ...{ added: added?.count ?? 0, addedNames: added?.names ?? [] },
      ...{ removed: removed?.count ?? 0, removedNames: removed?.names ?? [], hidden: removed?.hidden ?? 0 },
      overdue: isOver ? kept[0]!.open : 0,
    };
  } finally {
    await client.query('rollback to savepoint preview');
  }
}

/** Locks the task that is changed. @returns undefined: it is new */
const lockBefore = async (ctx: Context, { id }: TaskDraft) => (id === undefined ? undefined : lockTask(ctx, id));

type Stored = {
  id: string;
  /** Who was in the audience before. */
  members: string[];
};

async function store(ctx: Context, input: TaskDraft, before: StoredTask | undefined): Promise<Stored> {
  const { db, tenant } = ctx;
  await checkAudience(ctx, input, 'taskTooLarge');
  const members = before ? await audienceOf(ctx, before.id) : [];
  const values = { ...settingsOf(input), startAt: new Date(input.startAt), endAt: new Date(input.endAt) };
  const own = { enterpriseId: tenant.id };
  let id: string;
  if (before) {
    id = before.id;
    const isMoved = before.published && before.endAt.getTime() !== values.endAt.getTime();
    await db
      .update(studyTask)
      .set({
        ...values,
        ...{ revision: before.revision + 1, endChanges: before.endChanges + (isMoved ? 1 : 0) },
        stale: before.published || before.stale,
      })
      .where(and(eq(studyTask.enterpriseId, tenant.id), eq(studyTask.id, id)));
    for (const table of [studyTaskRule, studyTaskPerson])
      await db.delete(table).where(and(eq(table.enterpriseId, tenant.id), eq(table.taskId, id)));
  } else {
    const [made] = await db
      .insert(studyTask)
      .values({ ...own, ...values, code: `portal-${randomUUID()}`, published: false })
      .returning({ id: studyTask.id });
    id = made!.id;
  }
  await writeItems(ctx, id, input);
  if (input.rules.length > 0)
    await db.insert(studyTaskRule).values(input.rules.map((rule) => ({ ...own, taskId: id, ...rule })));
  const people = [...new Map(input.people.map((each) => [each.userId, each])).values()];
  if (people.length > 0)
    await db.insert(studyTaskPerson).values(people.map((person) => ({ ...own, taskId: id, ...person })));
  return { id, members };
}

/** Members in the audience of a task; without one, those who have it, as they were given it by name. */
async function audienceOf({ db, tenant }: Context, id: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select a.user_id as id from portal.task_audience(${tenant.id}, ${idsOf([id])}, null) a
    union
    select k.user_id from study_task_user k where k.enterprise_id = ${tenant.id} and k.task_id = ${id}
      and not exists (select from study_task_rule r where r.enterprise_id = k.enterprise_id and r.task_id = k.task_id)
      and not exists (select from study_task_person p where p.enterprise_id = k.enterprise_id and p.task_id = k.task_id)`);
  return rows.map((row) => row.id);
}

/**
 * Takes a task from those members who are not in its audience any more, and keeps what they have achieved. Who had left the audience
 * before, and kept the task with progress, keeps it.
 */
async function removeMembers({ db, tenant, now }: Context, id: string, members: string[]): Promise<void> {
  await db.execute(sql`
    with wanted as materialized (
      select user_id from portal.task_audience(${tenant.id}, ${idsOf([id])}, null)
    ), gone as (
      delete from study_task_user k
      where k.enterprise_id = ${tenant.id} and k.task_id = ${id} and k.user_id = any (${idsOf(members)})
        and not exists (select from wanted w where w.user_id = k.user_id)
      returning k.user_id, k.study_progress, k.completed_at, k.gmt_create
    )
    insert into study_task_removal (enterprise_id, task_id, user_id, study_progress, completed_at, assigned_at, removed_at)
    select ${tenant.id}, ${id}, g.user_id, g.study_progress, g.completed_at, g.gmt_create, ${now().toISOString()}::timestamptz
    from gone g where g.study_progress > 0 or g.completed_at is not null
    on conflict (enterprise_id, task_id, user_id) do update
    set study_progress = excluded.study_progress, completed_at = excluded.completed_at,
        assigned_at = excluded.assigned_at, removed_at = excluded.removed_at`);
}
