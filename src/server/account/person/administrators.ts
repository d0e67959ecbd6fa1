import { and, asc, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { memberOf } from './member-status.ts';

const activeAdministrators = (enterpriseId: string) =>
  and(
    eq(enterpriseUser.enterpriseId, enterpriseId),
    eq(enterpriseUser.isAdmin, true),
    eq(enterpriseUser.status, 'active'),
  );

/** Lists the active administrators of the enterprise by name. */
export async function pageAdministrators(
  { db, tenant }: Context,
  input: OperationInput<'POST /user/auth/enterprise/administrator/page'>,
) {
  const where = activeAdministrators(tenant.id);
  const { userId, userName, department, post } = enterpriseUser;
  const { limit, offset } = slice(input);
  const list = await db
    .select({ userId, userName, department, post })
    .from(enterpriseUser)
    .where(where)
    .orderBy(asc(userName), asc(userId))
    .limit(limit)
    .offset(offset);
  return paging(input, await db.$count(enterpriseUser, where), list);
}

/**
 * Appoints an administrator, or ends the appointment of another one. Nobody ends their own, so that one is left.
 * @throws AppError 403 when the viewer's own appointment has just been ended; 404 for somebody who is no member; 409 for the
 *   viewer's own appointment and for disabled members
 */
export async function saveAdministrator(
  ctx: Context,
  { userId, isAdmin }: OperationInput<'PUT /user/auth/enterprise/administrator/save'>,
) {
  const { db, tenant, viewer, now } = ctx;
  const administrators = await lockAdministrators(db, tenant.id);
  // Two who end each other's appointment at once: the second one waited, and is none any more.
  if (!administrators.includes(viewer.userId)) throw new AppError(403, 'notAllowed');
  const member = { enterpriseId: tenant.id, userId };
  const [stored] = await db.select().from(enterpriseUser).where(memberOf(member)).for('update');
  if (!stored || stored.erasedAt) throw notFound();
  if (stored.isAdmin === isAdmin) return { isAdmin };
  if (userId === viewer.userId) throw new AppError(409, 'ownAppointment');
  if (isAdmin && stored.status !== 'active') throw new AppError(409, 'disabledAdministrator');
  await db.update(enterpriseUser).set({ isAdmin, gmtModified: now() }).where(memberOf(member));
  const { userType } = stored;
  await audit(
    db,
    ctx,
    'member.role',
    {
      by: 'administrator',
      memberId: userId,
      before: { userType, isAdmin: !isAdmin },
      after: { userType, isAdmin },
    },
    { about: [userId] },
  );
  return { isAdmin };
}

async function lockAdministrators(db: TenantDb, enterpriseId: string): Promise<string[]> {
  const rows = await db
    .select({ userId: enterpriseUser.userId })
    .from(enterpriseUser)
    .where(activeAdministrators(enterpriseId))
    .orderBy(asc(enterpriseUser.userId))
    .for('update');
  return rows.map(({ userId }) => userId);
}
