import { and, eq, isNull, sql } from 'drizzle-orm';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import type { OperationInput } from '#src/contract/calls.ts';
import { isInScope, scopeOf } from '#src/contract/rules/rights.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { databaseErrorOf } from '#src/server/core/db/database-error.ts';
import { inScope } from '#src/server/core/in-department.ts';
import { department } from './tables.ts';

export type Department = typeof department.$inferSelect;

/**
 * Lists the departments of the enterprise in the order of their tree. Managers of departments get theirs with those below, and those above
 * without numbers.
 */
export async function listDepartments(
  { db, tenant, viewer }: Context,
  { withClosed }: OperationInput<'GET /user/auth/organisation/department/list'>,
) {
  const [seen, changed] = [scopeOf(viewer, 'organisation.read'), scopeOf(viewer, 'organisation.write')];
  const { rows } = await db.execute<Listed>(sql`
    with counted as (
      select m.department_id, count(*)::int as n from ${enterpriseUser} m
      where m.enterprise_id = ${tenant.id} and m.status = 'active' and m.department_id is not null group by 1
    ), own as (
      select d.*, coalesce(c.n, 0) as n from ${department} d left join counted c on c.department_id = d.id
      where d.enterprise_id = ${tenant.id} and (d.closed_at is null or ${withClosed === 'true'})
    ), below as (
      select a.path, sum(o.n)::int as n from own o
      cross join lateral (select array_to_string((string_to_array(o.path, '/'))[:i], '/') as path
                          from generate_series(1, cardinality(string_to_array(o.path, '/'))) i) a
      where o.closed_at is null group by a.path
    )
    select o.id, o.parent_id as "parentId", o.code, o.name, o.other_name as "otherName", o.path, o.head_id as "headId",
           h.user_name as "headName", o.sort, o.closed_at as "closedAt", o.revision, o.n as "memberCount",
           case when o.closed_at is null then coalesce(b.n, 0) else 0 end as "totalCount"
    from own o
    left join below b on b.path = o.path
    left join ${enterpriseUser} h on h.enterprise_id = ${tenant.id} and h.user_id = o.head_id
    order by o.sort, o.name, o.id limit ${MAX_ITEMS.organisationDepartments}`);
  const isAbove = (path: string) => seen?.some((own) => own.startsWith(`${path}/`)) ?? false;
  const departments = rows.flatMap((row) => {
    const closedAt = row.closedAt === null ? null : new Date(row.closedAt);
    if (isInScope(seen, row.path)) return [{ ...row, closedAt, canChange: mayChange(changed, row.path) }];
    // Where their departments are in the tree.
    if (!isAbove(row.path) || closedAt) return [];
    return [{ ...row, closedAt, headId: null, headName: null, memberCount: 0, totalCount: 0, canChange: false }];
  });
  return { departments };
}

type Listed = Omit<typeof department.$inferSelect, 'closedAt'> & {
  closedAt: string | null;
  headName: string | null;
  memberCount: number;
  totalCount: number;
};

/** Managers of a department change those below it, not their own: neither its place nor its name is theirs to choose. */
const mayChange = (scope: string[] | null, path: string): boolean =>
  scope === null || (isInScope(scope, path) && !scope.includes(path));

/**
 * Adds a department, or changes its names, code or head. People of its path, audiences and grants follow.
 * @throws AppError 404 outside of the viewer's departments; 409 for an earlier revision; 422 for a name or code in use, a head who is no
 *   active member, a parent that is too deep
 */
export async function saveDepartment(
  ctx: Context,
  input: OperationInput<'POST /user/auth/organisation/department/save'>,
) {
  const { db, tenant, viewer, now } = ctx;
  const { id, parentId, name, revision, headId } = input;
  await lockDepartments(ctx);
  await checkHead(ctx, headId);
  const values = { name, otherName: input.otherName || null, code: input.code || null, headId, gmtModified: now() };
  if (id === undefined) {
    const parent = parentId === null ? null : await findDepartment(ctx, parentId);
    if (parent ? !isInScope(scopeOf(viewer, 'organisation.write'), parent.path) : scopeOf(viewer, 'organisation.write'))
      throw notFound();
    const path = parent ? `${parent.path}/${name}` : name;
    checkDepth(path);
    const count = await db.$count(department, eq(department.enterpriseId, tenant.id));
    if (count >= MAX_ITEMS.organisationDepartments) throw new AppError(409, 'tooManyDepartments');
    const [added] = await rejectTaken(() =>
      db
        .insert(department)
        .values({ enterpriseId: tenant.id, parentId, path, sort: MAX_SORT, ...values })
        .returning({ id: department.id }),
    );
    await audit(db, ctx, 'department.add', { id: added!.id, path }, { about: [added!.id] });
    return added!;
  }
  const stored = await findDepartment(ctx, id);
  // The head of a department that is theirs may be changed by others only.
  if (!mayChange(scopeOf(viewer, 'organisation.write'), stored.path)) throw notFound();
  if (stored.revision !== revision) throw new AppError(409, 'revisionChanged');
  await rejectTaken(async () => {
    await db
      .update(department)
      .set({ ...values, revision: stored.revision + 1 })
      .where(and(eq(department.enterpriseId, tenant.id), eq(department.id, id)));
    if (name !== stored.name) await db.execute(sql`select portal.set_department_paths(${tenant.id}, ${id})`);
  });
  const before = { name: stored.name, otherName: stored.otherName, code: stored.code, headId: stored.headId };
  await audit(
    db,
    ctx,
    'department.change',
    {
      id,
      path: stored.path,
      before,
      after: { ...before, ...values, gmtModified: undefined },
    },
    { about: [id] },
  );
  return { id };
}

/** New departments come after those that were put in an order. */
const MAX_SORT = 100_000;

/** Changes of the tree wait for each other: each of them is checked against the tree as it is then. */
export const lockDepartments = ({ db, tenant }: Context) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`departments ${tenant.id}`}, 0))`);

/** @throws AppError 404 for one that does not exist or is closed */
export async function findDepartment({ db, tenant }: Context, id: string): Promise<Department> {
  const [found] = await db
    .select()
    .from(department)
    .where(and(eq(department.enterpriseId, tenant.id), eq(department.id, id), isNull(department.closedAt)));
  if (!found) throw notFound();
  return found;
}

/** @throws AppError 404 unless the viewer may change a department @returns the department */
export async function findChangeable(ctx: Context, id: string): Promise<Department> {
  const found = await findDepartment(ctx, id);
  if (!mayChange(scopeOf(ctx.viewer, 'organisation.write'), found.path)) throw notFound();
  return found;
}

/** @throws AppError 422 for a path with too many levels */
export function checkDepth(path: string, field = 'name'): void {
  if (path.split('/').length > MAX_ITEMS.departmentLevels)
    throw new AppError(422, 'invalid', { fields: [{ field, key: 'field.departmentLevels' }] });
}

async function checkHead({ db, tenant, viewer }: Context, headId: string | null): Promise<void> {
  if (headId === null) return;
  const [member] = await db
    .select({ userId: enterpriseUser.userId })
    .from(enterpriseUser)
    .where(
      and(
        eq(enterpriseUser.enterpriseId, tenant.id),
        eq(enterpriseUser.userId, headId),
        eq(enterpriseUser.status, 'active'),
        // Others are not named to managers of departments.
        inScope(enterpriseUser.department, scopeOf(viewer, 'people.read')),
      ),
    );
  if (!member) throw new AppError(422, 'invalid', { fields: [{ field: 'headId', key: 'field.noMember' }] });
}

const TAKEN: Record<string, { field: string; key: string }> = {
  department_open_path: { field: 'name', key: 'field.departmentTaken' },
  department_code: { field: 'code', key: 'field.organisationCodeTaken' },
  position_open_name: { field: 'name', key: 'field.positionTaken' },
  position_code: { field: 'code', key: 'field.organisationCodeTaken' },
};

/** @throws AppError 422 at the field whose value another row has */
export async function rejectTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const taken = TAKEN[databaseErrorOf(error)?.constraint ?? ''];
    if (taken) throw new AppError(422, 'invalid', { fields: [taken] });
    throw error;
  }
}
