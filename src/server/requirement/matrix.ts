import { sql, type SQL } from 'drizzle-orm';
import type { Data, OperationInput } from '#src/contract/calls.ts';
import { type Holder, scopeOf } from '#src/contract/rules/rights.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { likePattern } from '#src/lib/like-pattern.ts';
import { notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { readPage } from '#src/server/core/db/paging.ts';
import { inScope } from '#src/server/core/in-department.ts';
import { COUNTS } from './page-requirements.ts';
import { ids } from './reconcile.ts';
import { dateAt, instant, isPast, momentOf, stateAt, statesFrom } from './state-sql.ts';

export type MatrixFilter = Omit<
  OperationInput<'POST /course/auth/requirement/matrix/page'>,
  'pageCurrent' | 'pageSize'
>;
type Row = Data<'POST /course/auth/requirement/matrix/page'>['list'][number];
type Cell = Row['cells'][number];
/** Who asks about people, and when: a request, or an export. */
export type Asking = { tenant: { id: string; timeZone: string }; viewer: Holder; now: () => Date };

/** Columns of a person `p` of `peopleFrom`. */
export const PERSON = sql`p.user_id as "userId", p.user_name as "userName", p.employee_no as "employeeNo", p.department, p.post`;
/** Their order. */
export const BY_PLACE = sql`p.department nulls last, p.user_name, p.user_id`;

/**
 * SQL of the members of a moment whom the viewer may see, with their department and position then; `p`. What the viewer may see
 * depends on where they belong now.
 */
export function peopleFrom({ tenant, viewer, now }: Asking, at: Date): SQL {
  const seen = inScope(sql`coalesce(u.department, '')`, scopeOf(viewer, 'training.read'));
  if (at >= now())
    return sql`(select u.user_id, u.user_name, u.employee_no, u.department, u.post, u.department_id, u.position_id
      from enterprise_user u
      where u.enterprise_id = ${tenant.id} and u.status = 'active' and ${seen}) p`;
  return sql`(select u.user_id, u.user_name, u.employee_no, d.path as department, o.name as post, m.department_id, m.position_id
    from portal.members_at(${tenant.id}, ${instant(at)}, null) m
    join enterprise_user u on u.enterprise_id = ${tenant.id} and u.user_id = m.user_id
    left join department d on d.enterprise_id = ${tenant.id} and d.id = m.department_id
    left join position o on o.enterprise_id = ${tenant.id} and o.id = m.position_id
    where m.active and ${seen}) p`;
}

/** SQL condition on people `p`. */
export function personMatches({ tenant }: Asking, { keyword, departmentId, positionId }: MatrixFilter): SQL {
  const conditions = [
    departmentId &&
      sql`p.department_id in (select d.id from department o join department d on d.enterprise_id = o.enterprise_id
        and (d.id = o.id or starts_with(d.path, o.path || '/')) where o.enterprise_id = ${tenant.id} and o.id = ${departmentId})`,
    positionId && sql`p.position_id = ${positionId}`,
    keyword && sql`concat_ws(' ', p.user_name, p.employee_no) ilike ${likePattern(keyword)}`,
  ].filter(Boolean);
  return conditions.length === 0 ? sql`true` : sql.join(conditions as SQL[], sql` and `);
}

/** SQL of the people of the matrix. */
export function matrixPeople(ctx: Asking, filter: MatrixFilter, at: Date): SQL {
  const { requirementId, state, departmentId, positionId, keyword } = filter;
  const inState = state ? sql`and ${stateAt(at)} = ${state}` : sql``;
  const isOfAll = departmentId === undefined && positionId === undefined && !keyword;
  // Of now a look into an index for each person; `offset 0` keeps PostgreSQL from reading the states of all people instead. That is
  // faster only for a state that few of all people are in.
  const has =
    isPast(ctx, at) || (state !== undefined && isOfAll)
      ? sql`p.user_id in (select k.user_id from ${statesFrom(ctx, at, requirementId ? [requirementId] : null)} where true ${inState})`
      : sql`exists (select from requirement_state k where k.enterprise_id = ${ctx.tenant.id} and k.user_id = p.user_id
          ${requirementId ? sql`and k.requirement_id = ${requirementId}` : sql``} ${inState} offset 0)`;
  return sql`from ${peopleFrom(ctx, at)} where ${personMatches(ctx, filter)} and ${has}`;
}

/**
 * Lists people with their states in all requirements.
 * @throws AppError 404 for a department, position or requirement that does not exist
 */
export async function pageMatrix(ctx: Context, input: OperationInput<'POST /course/auth/requirement/matrix/page'>) {
  const { db } = ctx;
  await checkFilter(ctx, input);
  const at = momentOf(ctx, input.on);
  const people = matrixPeople(ctx, input, at);
  const page = await readPage(input, async ({ limit, offset }) => {
    const { rows } = await db.execute<Omit<Row, 'cells'> & { totalCount: number }>(sql`
      select ${PERSON}, count(*) over ()::int as "totalCount" ${people} order by ${BY_PLACE} limit ${limit} offset ${offset}`);
    return rows;
  });
  const which = input.requirementId ? [input.requirementId] : null;
  const cells = await readCells(
    ctx,
    at,
    which,
    page.list.map(({ userId }) => userId),
  );
  const list = page.list.map((person) => ({ ...person, cells: cells.get(person.userId) ?? [] }));
  return { ...page, list, requirements: await listColumns(ctx, at, which) };
}

async function readCells(
  ctx: Context,
  at: Date,
  which: string[] | null,
  people: string[],
): Promise<Map<string, Cell[]>> {
  const cells = new Map<string, Cell[]>();
  if (people.length === 0) return cells;
  type Stored = { userId: string; requirementId: string; state: Cell['state']; date: string | null };
  const { rows } = await ctx.db.execute<Stored>(sql`
    select k.user_id as "userId", k.requirement_id as "requirementId", ${stateAt(at)} as state, ${dateAt(at)} as date
    from ${statesFrom(ctx, at, which, people)}`);
  for (const { userId, date, ...cell } of rows) {
    const own = cells.get(userId) ?? [];
    own.push({ ...cell, date: date && new Date(date).toISOString() });
    cells.set(userId, own);
  }
  return cells;
}

/** The requirements that were valid at a moment, by title. */
export async function listColumns({ db, tenant, now }: Context, at: Date, which: string[] | null) {
  // Of a later day it is not known what will be valid.
  const valid = at < now() ? at : now();
  const { rows } = await db.execute<{ id: string; title: string }>(sql`
    select r.id, r.title
    from portal.requirement_terms(${tenant.id}, ${instant(valid)}, ${ids(which)}) t
    join requirement r on r.enterprise_id = ${tenant.id} and r.id = t.requirement_id
    order by r.title, r.id limit ${MAX_ITEMS.requirements}`);
  return rows;
}

/** Counts the states of the matrix by department. @throws AppError as `pageMatrix` */
export async function countMatrix(ctx: Context, input: OperationInput<'POST /course/auth/requirement/matrix/total'>) {
  const { requirementId, on } = input;
  await checkFilter(ctx, input);
  const at = momentOf(ctx, on);
  type Total = Data<'POST /course/auth/requirement/matrix/total'>['departments'][number];
  const sum = (name: string) => sql`sum(c.${sql.identifier(name)})::int as ${sql.identifier(name)}`;
  const { rows } = await ctx.db.execute<Total>(sql`
    select p.department, count(*)::int as people, ${sql.join(['count', 'overdue', 'open', 'fulfilled', 'exempt'].map(sum), sql`, `)}
    from ${peopleFrom(ctx, at)}
    join (
      select x.user_id, ${COUNTS} from (
        select k.user_id, ${stateAt(at)} as state from ${statesFrom(ctx, at, requirementId ? [requirementId] : null)}
      ) x group by x.user_id
    ) c on c.user_id = p.user_id
    where ${personMatches(ctx, input)}
    group by p.department order by p.department nulls last limit ${MAX_ITEMS.organisationDepartments}`);
  return { departments: rows };
}

/** @throws AppError 404 when something that a filter names does not exist */
export async function checkFilter(
  { db, tenant }: Context,
  { departmentId, positionId, requirementId }: MatrixFilter,
): Promise<void> {
  const exists = (table: string, id: string | undefined) =>
    id
      ? sql`exists (select from ${sql.identifier(table)} where enterprise_id = ${tenant.id} and id = ${id})`
      : sql`true`;
  const { rows } = await db.execute<{ all: boolean }>(sql`
    select ${exists('department', departmentId)} and ${exists('position', positionId)} and ${exists('requirement', requirementId)} as all`);
  if (!rows[0]!.all) throw notFound();
}
