import { and, eq, sql, type SQL } from 'drizzle-orm';
import { type Holder, isInScope, type Right, scopeOf } from '#src/contract/rules/rights.ts';
import { memberOf } from '#src/server/account/person/member-status.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { inScope } from '#src/server/core/in-department.ts';

export type Member = typeof enterpriseUser.$inferSelect;
type Managing = Pick<Context, 'db' | 'tenant' | 'viewer'>;
/** Who looks at members, and where. */
export type Viewing = { tenant: { id: string }; viewer: Holder };

/** SQL condition on `enterprise_user`: members for whom the viewer has a right. */
export const isManaged = ({ tenant, viewer }: Viewing, right: Right): SQL =>
  sql`${eq(enterpriseUser.enterpriseId, tenant.id)} and ${inScope(enterpriseUser.department, scopeOf(viewer, right))}`;

/**
 * SQL condition: a member has rights that a manager lacks who may change people of these departments: administrators, members with a role, and
 * heads of other departments. They are changed by administrators only: with their password a manager would have their rights.
 * @param m alias of `enterprise_user`
 */
export const isProtected = (m: SQL, scope: readonly string[] | null): SQL => sql`(${m}.is_admin
  or exists (select from role_grant g where g.enterprise_id = ${m}.enterprise_id and g.user_id = ${m}.user_id)
  or exists (select from department d where d.enterprise_id = ${m}.enterprise_id and d.head_id = ${m}.user_id and d.closed_at is null
             and not ${inScope(sql`d.path`, scope)}))`;

const protectedFrom = ({ viewer }: Pick<Viewing, 'viewer'>): SQL =>
  viewer.isAdmin ? sql`false` : isProtected(sql`enterprise_user`, scopeOf(viewer, 'people.write'));

/** SQL condition on `enterprise_user`: the viewer may change the member. */
export const canChange = ({ viewer }: Viewing): SQL<boolean> =>
  sql`(${enterpriseUser.erasedAt} is null and ${inScope(enterpriseUser.department, scopeOf(viewer, 'people.write'))}
    and not ${protectedFrom({ viewer })})`;

/** Returns a member for whom the viewer has a right. @throws AppError 404 */
export async function findManaged(ctx: Managing, userId: string, right: Right): Promise<Member> {
  const [found] = await ctx.db
    .select()
    .from(enterpriseUser)
    .where(and(memberOf({ enterpriseId: ctx.tenant.id, userId }), isManaged(ctx, right)));
  if (!found) throw notFound();
  return found;
}

/**
 * Locks a member whom the viewer may change (`canChange`).
 * @throws AppError 404 outside of the viewer's departments and for an erased member; 403 for those whom only administrators change (`isProtected`)
 */
export async function lockManaged(ctx: Managing, userId: string): Promise<Member> {
  const { db, tenant, viewer } = ctx;
  const [found] = await db
    .select({ member: enterpriseUser, isProtected: protectedFrom({ viewer }) })
    .from(enterpriseUser)
    .where(and(memberOf({ enterpriseId: tenant.id, userId }), isManaged(ctx, 'people.write')))
    .for('update');
  if (!found || found.member.erasedAt) throw notFound();
  if (found.isProtected) throw new AppError(403, 'onlyAdministrators');
  return found.member;
}

/**
 * @throws AppError 422 for a department that is closed, of another enterprise or outside of the viewer's departments; also none, which is
 *   outside of them; `undefined` is not checked
 */
export async function checkPlace(
  { db, tenant, viewer }: Managing,
  { departmentId, positionId }: { departmentId: string | null | undefined; positionId: string | null },
): Promise<void> {
  const { rows } = await db.execute<{ path: string | null; position: boolean }>(sql`
    select (select d.path from department d where d.enterprise_id = ${tenant.id} and d.id = ${departmentId ?? null} and d.closed_at is null) as path,
           exists (select from position p where p.enterprise_id = ${tenant.id} and p.id = ${positionId} and p.closed_at is null) as position`);
  const { path, position } = rows[0]!;
  const wrong = (field: string) => new AppError(422, 'invalid', { fields: [{ field, key: 'field.notAvailable' }] });
  const isOutside = (departmentId !== null && path === null) || !isInScope(scopeOf(viewer, 'people.write'), path);
  if (departmentId !== undefined && isOutside) throw wrong('departmentId');
  if (positionId !== null && !position) throw wrong('positionId');
}
