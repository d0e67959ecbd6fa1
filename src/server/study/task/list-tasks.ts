import { sql } from 'drizzle-orm';
import type { Data, OperationInput } from '#src/contract/calls.ts';
import { scopeOf } from '#src/contract/rules/rights.ts';
import { likePattern } from '#src/lib/like-pattern.ts';
import { notFound } from '#src/server/core/app-error.ts';
import type { HistoryKind } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { orderOf, readPage } from '#src/server/core/db/paging.ts';
import { inScope } from '#src/server/core/in-department.ts';
import { COUNTS, isChangeable, stateOf, statesOf } from './task-sql.ts';

type Listed = Data<'POST /course/auth/study/tasks/page'>['list'][number];

/** Lists all tasks, the latest end first, with the numbers of people whom the viewer may see. */
export async function listTasks(ctx: Context, input: OperationInput<'POST /course/auth/study/tasks/page'>) {
  const { db, tenant, now } = ctx;
  const { keyword, taskType, state, sort } = input;
  const columns = { title: sql`t.title`, startAt: sql`t.start_at`, endAt: sql`t.end_at` };
  const order = sql.join(orderOf(sort, columns, [sql`t.end_at desc`, sql`t.id`]), sql`, `);
  return readPage(input, async ({ limit, offset }) => {
    const { rows } = await db.execute<Listed & { startAt: string; endAt: string; totalCount: number }>(sql`
      with listed as (
        select t.*, count(*) over ()::int as total
        from study_task t
        where t.enterprise_id = ${tenant.id}
          ${keyword ? sql`and t.title ilike ${likePattern(keyword)}` : sql``}
          ${taskType ? sql`and t.task_type = ${taskType}` : sql``}
          ${state ? sql`and ${stateOf(now())} = ${state}` : sql``}
        order by ${order} limit ${limit} offset ${offset}
      )
      select t.id, t.title, t.task_type as "taskType", t.start_at as "startAt", t.end_at as "endAt", ${stateOf(now())} as state,
             t.late_completion as "lateCompletion",
             (select count(*)::int from study_task_item i where i.enterprise_id = t.enterprise_id and i.task_id = t.id) as "itemCount",
             c.*, ${isChangeable(ctx)} as "canChange", t.total as "totalCount"
      from listed t
      cross join lateral (select ${COUNTS} from (${statesOf(ctx, now())}) s) c
      order by ${order}`);
    return rows.map(({ startAt, endAt, ...row }) => ({ ...row, startAt: new Date(startAt), endAt: new Date(endAt) }));
  });
}

type Viewed = Data<'GET /course/auth/study/tasks/view'>;

/** Gets a task with its items and audience. @throws AppError 404 */
export async function viewTaskToManage(ctx: Context, { id }: { id: string }) {
  const { db, tenant, viewer, now } = ctx;
  type Row = Omit<Viewed, 'items' | 'rules' | 'people' | 'hiddenPeople'>;
  const { rows } = await db.execute<Row>(sql`
    select t.id, t.revision, t.title, coalesce(t.summary, '') as summary, t.task_type as "taskType", t.start_at as "startAt",
           t.end_at as "endAt", t.counts_earlier as "countsEarlier", t.ordered, t.late_completion as "lateCompletion", t.reminders,
           ${stateOf(now())} as state, t.code not like 'portal-%' as "isFromPack", c.*, ${isChangeable(ctx)} as "canChange"
    from study_task t
    cross join lateral (select ${COUNTS} from (${statesOf(ctx, now())}) s) c
    where t.enterprise_id = ${tenant.id} and t.id = ${id}`);
  const found = rows[0];
  if (!found) throw notFound();
  const items = await db.execute<Viewed['items'][number]>(sql`
    select case when i.course_id is not null then 'course' when i.exam_id is not null then 'exam'
                when i.coaching_plan_id is not null then 'coaching' else 'form' end as kind,
           coalesce(i.course_id, i.exam_id, i.coaching_plan_id, i.evaluation_form_id) as "subjectId",
           coalesce(c.title, e.title, l.title, f.title, '') as title, i.release_at as "releaseAt",
           array(select coalesce(o.course_id, o.exam_id, o.coaching_plan_id, o.evaluation_form_id)::text from study_task_item o
                 where o.enterprise_id = i.enterprise_id and o.task_id = i.task_id and o.id = any (i.after_ids)) as "waitsFor"
    from study_task_item i
    left join course c on c.enterprise_id = i.enterprise_id and c.id = i.course_id
    left join exam e on e.enterprise_id = i.enterprise_id and e.id = i.exam_id
    left join coaching_plan l on l.enterprise_id = i.enterprise_id and l.id = i.coaching_plan_id
    left join evaluation_form f on f.enterprise_id = i.enterprise_id and f.id = i.evaluation_form_id
    where i.enterprise_id = ${tenant.id} and i.task_id = ${id} order by i.sort, i.id`);
  const rules = await db.execute<Viewed['rules'][number]>(sql`
    select l.excluded, l.department_id as "departmentId", l.with_below as "withBelow", l.position_id as "positionId",
           l.joined_since::text as "joinedSince", d.path as department, p.name as position
    from study_task_rule l
    left join department d on d.enterprise_id = l.enterprise_id and d.id = l.department_id
    left join position p on p.enterprise_id = l.enterprise_id and p.id = l.position_id
    where l.enterprise_id = ${tenant.id} and l.task_id = ${id} order by l.id`);
  const people = await db.execute<Viewed['people'][number] & { isSeen: boolean }>(sql`
    select n.user_id as "userId", n.excluded, u.user_name as "userName", u.department,
           ${inScope(sql`coalesce(u.department, '')`, scopeOf(viewer, 'training.read'))} as "isSeen"
    from study_task_person n
    join enterprise_user u on u.enterprise_id = n.enterprise_id and u.user_id = n.user_id
    where n.enterprise_id = ${tenant.id} and n.task_id = ${id} order by u.user_name, u.user_id`);
  const seen = people.rows.filter(({ isSeen }) => isSeen);
  return {
    ...found,
    ...{ startAt: new Date(found.startAt), endAt: new Date(found.endAt) },
    items: items.rows.map((item) => ({ ...item, releaseAt: item.releaseAt && new Date(item.releaseAt).toISOString() })),
    ...{ rules: rules.rows, people: seen, hiddenPeople: people.rows.length - seen.length },
  };
}

/** Those who see tasks read their history. */
export const TASK_HISTORY: HistoryKind = { requireReader: requireTaskReader };

async function requireTaskReader({ db, tenant, viewer }: Context, id: string): Promise<void> {
  if (scopeOf(viewer, 'training.read')?.length === 0) throw notFound();
  const { rows } = await db.execute(
    sql`select from study_task t where t.enterprise_id = ${tenant.id} and t.id = ${id}`,
  );
  if (rows.length === 0) throw notFound();
}

/** Lists what can be an item of a task, by title. */
export function listTaskSubjects(
  { db, tenant }: Context,
  input: OperationInput<'POST /course/auth/study/tasks/subject/page'>,
) {
  const { kind, keyword } = input;
  const from = {
    course: sql`select id, title from course where enterprise_id = ${tenant.id} and status <> 'unpublished'`,
    exam: sql`select id, title from exam where enterprise_id = ${tenant.id} and published`,
    coaching: sql`select id, title from coaching_plan where enterprise_id = ${tenant.id} and published`,
    rubric: sql`select id, title from rubric where enterprise_id = ${tenant.id} and published`,
  }[kind];
  return readPage(input, async ({ limit, offset }) => {
    const { rows } = await db.execute<{ kind: typeof kind; id: string; title: string; totalCount: number }>(sql`
      select ${kind} as kind, x.id, x.title, count(*) over ()::int as "totalCount"
      from (${from}) x ${keyword ? sql`where x.title ilike ${likePattern(keyword)}` : sql``}
      order by x.title, x.id limit ${limit} offset ${offset}`);
    return rows;
  });
}
