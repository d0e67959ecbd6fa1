import { sql } from 'drizzle-orm';
import { USER_TYPE } from '#src/contract/rules/account.ts';
import type { ExportInput } from '#src/contract/export.ts';
import { type Holder, isInScope, scopeOf } from '#src/contract/rules/rights.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/** The user of an export, with the roles that decide what it may contain. */
export type Requester = Holder & { userId: string; userType: number };

/** Returns the current role of a user; null for a user who is disabled or no longer a member. */
export async function readRequester(db: TenantDb, enterpriseId: string, userId: string): Promise<Requester | null> {
  const { rows } = await db.execute<Requester>(sql`
    select u.user_id as "userId", u.is_admin as "isAdmin", u.user_type as "userType",
           coalesce(portal.grants_of(u.enterprise_id, u.user_id), '[]') as grants
    from enterprise_user u
    join portal.user_account a on a.id = u.user_id and a.disabled_at is null
    where u.enterprise_id = ${enterpriseId} and u.user_id = ${userId} and u.status = 'active'`);
  return rows[0] ?? null;
}

/**
 * Whether a user with these roles may have an export of this scope. One of the people that a user manages needs all the departments that it
 * was asked for with.
 */
export function mayExport(
  user: Omit<Requester, 'userId'>,
  { scope, managed, right = 'people.read' }: ExportInput,
): boolean {
  if (scope === 'managed') {
    const now = scopeOf(user, right);
    return managed ? managed.every((path) => isInScope(now, path)) : now === null;
  }
  if (user.isAdmin || scope === undefined || scope === 'own') return true;
  return scope === 'organisation' && user.userType === USER_TYPE.organisation;
}
