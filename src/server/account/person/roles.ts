import { and, eq, isNull, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { type Bundle, canBeScoped, scopeOf } from '#src/contract/rules/rights.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { audit, auditWithoutRequest } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { inScope } from '#src/server/core/in-department.ts';
import { readPage } from '#src/server/core/db/paging.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { department } from '#src/server/organisation/tables.ts';
import { enterpriseUser } from '../tables/account.ts';
import { roleGrant } from '../tables/organisation.ts';
import { memberOf } from './member-status.ts';

type Row = {
  id: string;
  userId: string;
  userName: string;
  ofDepartment: string | null;
  role: Bundle | 'administrator' | 'head';
  department: string | null;
  status: 'active' | 'disabled';
  grantedBy: string | null;
  gmtCreate: string | null;
  totalCount: number;
};

/** Lists who has which role: grants, administrators, and heads of departments; of members whose audit log the viewer may read. */
export function pageRoles(
  { db, tenant, viewer }: Context,
  input: OperationInput<'POST /user/auth/enterprise/role/page'>,
) {
  const { keyword, role, userId } = input;
  return readPage(input, async ({ limit, offset }) => {
    const { rows } = await db.execute<Row>(sql`
      with given as (
        select 'administrator:' || u.user_id as id, u.user_id, 'administrator' as role, null as department, null::uuid as by, null::timestamptz as at
        from ${enterpriseUser} u where u.enterprise_id = ${tenant.id} and u.is_admin
        union all
        select 'head:' || d.id, d.head_id, 'head', d.path, null, null
        from ${department} d where d.enterprise_id = ${tenant.id} and d.head_id is not null and d.closed_at is null
        union all
        select g.id::text, g.user_id, g.bundle, d.path, g.granted_by, g.gmt_create
        from ${roleGrant} g left join ${department} d on d.enterprise_id = g.enterprise_id and d.id = g.department_id
        where g.enterprise_id = ${tenant.id}
      )
      select g.id, g.user_id as "userId", u.user_name as "userName", u.department as "ofDepartment", g.role, g.department, u.status,
             b.user_name as "grantedBy", g.at as "gmtCreate", (count(*) over ())::int as "totalCount"
      from given g
      join ${enterpriseUser} u on u.enterprise_id = ${tenant.id} and u.user_id = g.user_id
      left join ${enterpriseUser} b on b.enterprise_id = ${tenant.id} and b.user_id = g.by
      where ${inScope(sql`u.department`, scopeOf(viewer, 'audit.read'))} ${role ? sql`and g.role = ${role}` : sql``} ${userId ? sql`and g.user_id = ${userId}` : sql``}
        ${keyword ? sql`and strpos(lower(concat_ws(' ', u.user_name, u.department, g.department)), lower(${keyword})) > 0` : sql``}
      order by u.user_name, g.user_id, g.role, g.department, g.id limit ${limit} offset ${offset}`);
    return rows.map((row) => ({ ...row, gmtCreate: row.gmtCreate && new Date(row.gmtCreate) }));
  });
}

/**
 * Gives a member a bundle of rights. Nothing happens if the member has it.
 * @throws AppError 404 for no member or department; 409 for a disabled member; 422 for a bundle that is not valid in departments
 */
export async function grantRole(
  ctx: Context,
  { userId, bundle, departmentId }: OperationInput<'POST /user/auth/enterprise/role/grant'>,
) {
  const { db, tenant, viewer } = ctx;
  const [member] = await db
    .select({ status: enterpriseUser.status, erasedAt: enterpriseUser.erasedAt })
    .from(enterpriseUser)
    .where(memberOf({ enterpriseId: tenant.id, userId }))
    .for('update');
  if (!member || member.erasedAt) throw notFound();
  if (member.status !== 'active') throw new AppError(409, 'disabledAdministrator');
  if (departmentId !== null && !canBeScoped(bundle))
    throw new AppError(422, 'invalid', { fields: [{ field: 'departmentId', key: 'field.wholeOnly' }] });
  if (departmentId !== null) {
    const [found] = await db
      .select({ id: department.id })
      .from(department)
      .where(and(eq(department.enterpriseId, tenant.id), eq(department.id, departmentId), isNull(department.closedAt)));
    if (!found) throw notFound();
  }
  const [added] = await db
    .insert(roleGrant)
    .values({ enterpriseId: tenant.id, userId, bundle, departmentId, grantedBy: viewer.userId })
    .onConflictDoNothing()
    .returning({ id: roleGrant.id });
  if (added) {
    await audit(db, ctx, 'role.grant', { memberId: userId, bundle, departmentId }, { about: [userId, departmentId] });
    return added;
  }
  const [stored] = await db
    .select({ id: roleGrant.id })
    .from(roleGrant)
    .where(
      and(
        ...[eq(roleGrant.enterpriseId, tenant.id), eq(roleGrant.userId, userId), eq(roleGrant.bundle, bundle)],
        departmentId === null ? isNull(roleGrant.departmentId) : eq(roleGrant.departmentId, departmentId),
      ),
    );
  return stored!;
}

/**
 * Gives a member a bundle of rights in the whole enterprise without a request: for the demo. Nothing happens if the member has it, or has
 * had it: an administrator who took it back is not overruled by the next start.
 */
export async function grantWithoutRequest(
  db: TenantDb,
  { enterpriseId, userId, bundle }: { enterpriseId: string; userId: string; bundle: Bundle },
): Promise<void> {
  const { rows } = await db.execute(sql`
    select from audit_log l
    where l.enterprise_id = ${enterpriseId} and l.action = 'role.grant' and l.detail ->> 'memberId' = ${userId}
      and l.detail ->> 'bundle' = ${bundle}
    limit 1`);
  if (rows.length > 0) return;
  const added = await db.insert(roleGrant).values({ enterpriseId, userId, bundle }).onConflictDoNothing().returning();
  const detail = { memberId: userId, bundle, departmentId: null };
  if (added.length > 0)
    await auditWithoutRequest(db, { enterpriseId, userId: null, action: 'role.grant', detail, about: [userId] });
}

/** Takes a bundle of rights back: it ends with the next request of the member. @throws AppError 404 */
export async function revokeRole(ctx: Context, { id }: { id: string }) {
  const { db, tenant } = ctx;
  const [removed] = await db
    .delete(roleGrant)
    .where(and(eq(roleGrant.enterpriseId, tenant.id), eq(roleGrant.id, id)))
    .returning();
  if (!removed) throw notFound();
  const { userId, bundle, departmentId } = removed;
  await audit(db, ctx, 'role.revoke', { memberId: userId, bundle, departmentId }, { about: [userId, departmentId] });
  return null;
}
