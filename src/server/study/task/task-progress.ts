import { sql, type SQL } from 'drizzle-orm';
import type { Data, OperationInput } from '#src/contract/calls.ts';
import type { ExportInput } from '#src/contract/export.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { scopeOf } from '#src/contract/rules/rights.ts';
import { likePattern } from '#src/lib/like-pattern.ts';
import { notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { orderOf, readPage } from '#src/server/core/db/paging.ts';
import { inScope } from '#src/server/core/in-department.ts';
import type { ExportList } from '#src/server/export/export-list.ts';
import { requestExport } from '#src/server/export/request-export.ts';
import { COUNTS, progressStateOf } from './task-sql.ts';

type Filter = OperationInput<'POST /course/auth/study/tasks/progress/export'>;
type Viewing = { tenant: { id: string; timeZone: string }; viewer: Pick<Context['viewer'], 'isAdmin' | 'grants'> };
type Person = Data<'POST /course/auth/study/tasks/progress/page'>['list'][number];

/** SQL of the assignments `k` of a task `t` with their members `u`, whom the viewer may see and the filter finds. */
function assignments(
  { tenant, viewer }: Viewing,
  { id, keyword, departmentId, positionId, state }: Filter,
  at: Date,
): SQL {
  return sql`
    from study_task_user k
    join study_task t on t.enterprise_id = k.enterprise_id and t.id = k.task_id
    join enterprise_user u on u.enterprise_id = k.enterprise_id and u.user_id = k.user_id
    where k.enterprise_id = ${tenant.id} and k.task_id = ${id}
      and ${inScope(sql`u.department`, scopeOf(viewer, 'training.read'))}
      ${keyword ? sql`and concat_ws(' ', u.user_name, u.employee_no, u.department, u.post) ilike ${likePattern(keyword)}` : sql``}
      ${
        departmentId
          ? sql`and u.department_id in (select b.id from department d
              join department b on b.enterprise_id = d.enterprise_id and (b.id = d.id or starts_with(b.path, d.path || '/'))
              where d.enterprise_id = ${tenant.id} and d.id = ${departmentId})`
          : sql``
      }
      ${positionId ? sql`and u.position_id = ${positionId}` : sql``}
      ${state ? sql`and ${progressStateOf(at)} = ${state}` : sql``}`;
}

/** The day: an exact time would tell whose the newest answers to an anonymous questionnaire are (decision 053). */
const completedOn = ({ timeZone }: Viewing['tenant']) => sql`(k.completed_at at time zone ${timeZone}::text)::date`;

const orderBy = ({ tenant }: Viewing, sort: Filter['sort']): SQL =>
  sql.join(
    orderOf(
      sort,
      {
        ...{ userName: sql`u.user_name`, department: sql`u.department` },
        ...{ studyProgress: sql`k.study_progress`, completedOn: completedOn(tenant) },
      },
      [sql`u.department nulls last`, sql`u.user_name`, sql`u.user_id`],
    ),
    sql`, `,
  );

const personOf = ({
  tenant,
}: Viewing) => sql`u.user_id as "userId", u.user_name as "userName", u.employee_no as "employeeNo", u.department, u.post,
  k.study_progress as "studyProgress", k.gmt_create as "assignedAt", ${completedOn(tenant)}::text as "completedOn"`;

/** Lists the people of a task whom the viewer may see, by department and name. @throws AppError 404 */
export async function listTaskPeople(
  ctx: Context,
  input: OperationInput<'POST /course/auth/study/tasks/progress/page'>,
) {
  const { db, now } = ctx;
  await requireTask(ctx, input.id);
  return readPage(input, async ({ limit, offset }) => {
    const { rows } = await db.execute<Person & { totalCount: number }>(sql`
      select ${personOf(ctx)}, ${progressStateOf(now())} as state, count(*) over ()::int as "totalCount"
      ${assignments(ctx, input, now())}
      order by ${orderBy(ctx, input.sort)} limit ${limit} offset ${offset}`);
    return rows.map(({ assignedAt, ...row }) => ({ ...row, assignedAt: new Date(assignedAt) }));
  });
}

/** Counts the people of a task by department and state. @throws AppError 404 */
export async function countTaskPeople(
  ctx: Context,
  input: OperationInput<'POST /course/auth/study/tasks/progress/total'>,
) {
  const { db, now } = ctx;
  await requireTask(ctx, input.id);
  const { rows } = await db.execute<Data<'POST /course/auth/study/tasks/progress/total'>['departments'][number]>(sql`
    select department, ${COUNTS}, count(*) filter (where state <> 'notStarted' and progress > 0)::int as started
    from (select u.department, k.study_progress as progress, ${progressStateOf(now())} as state ${assignments(ctx, input, now())}) s
    group by department order by department nulls last limit ${MAX_ITEMS.organisationDepartments}`);
  return { departments: rows };
}

async function requireTask({ db, tenant }: Context, id: string): Promise<void> {
  const { rows } = await db.execute(
    sql`select from study_task t where t.enterprise_id = ${tenant.id} and t.id = ${id}`,
  );
  if (rows.length === 0) throw notFound();
}

type Row = Omit<Person, 'assignedAt'> & { title: string; assignedAt: Date };

/** Export of the people of a task, in the departments that the user manages when the file is made. */
export const taskPeopleExport: ExportList<Row> = {
  query: (asked) => {
    const viewing = { tenant: { id: asked.enterpriseId, timeZone: asked.timeZone }, viewer: asked };
    const filter = asked.input as unknown as Filter & ExportInput;
    return sql`
      select ${personOf(viewing)}, t.title, ${progressStateOf(asked.now)} as state
      ${assignments(viewing, filter, asked.now)}
      order by ${orderBy(viewing, filter.sort)}`;
  },
  columns: (t) => [
    { name: 'employeeNo', width: 16, type: 'text', value: ({ employeeNo }) => employeeNo },
    { name: 'person', width: 16, type: 'text', value: ({ userName }) => userName },
    { name: 'department', width: 28, type: 'text', value: ({ department }) => department },
    { name: 'post', width: 16, type: 'text', value: ({ post }) => post },
    { name: 'task', width: 40, type: 'text', value: ({ title }) => title },
    { name: 'state', width: 14, type: 'text', value: ({ state }) => t(`tasks:progressState.${state}`) },
    { name: 'progress', width: 14, type: 'number', value: ({ studyProgress }) => studyProgress },
    { name: 'assignedAt', width: 18, type: 'time', value: ({ assignedAt }) => assignedAt },
    { name: 'completedAt', width: 18, type: 'text', value: ({ completedOn }) => completedOn },
  ],
};

/** Requests an export of the people of a task. @throws AppError 404; 429 like `requestExport` */
export async function exportTaskPeople(ctx: Context, input: Filter) {
  await requireTask(ctx, input.id);
  const managed = scopeOf(ctx.viewer, 'training.read');
  return requestExport(ctx, 'taskPeople', { ...input, scope: 'managed', managed });
}
