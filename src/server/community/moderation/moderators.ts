import { and, asc, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { audit } from '#src/server/core/audit.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { communityModerator } from '#src/server/community/tables/moderation.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';

/** Appointed moderators, in the order of appointment. */
export const listModerators = ({ db, tenant }: Context) =>
  db
    .select({
      userId: communityModerator.userId,
      userName: enterpriseUser.userName,
      department: enterpriseUser.department,
      gmtCreate: communityModerator.gmtCreate,
    })
    .from(communityModerator)
    .innerJoin(
      enterpriseUser,
      and(
        eq(enterpriseUser.enterpriseId, communityModerator.enterpriseId),
        eq(enterpriseUser.userId, communityModerator.userId),
      ),
    )
    .where(eq(communityModerator.enterpriseId, tenant.id))
    .orderBy(asc(communityModerator.gmtCreate), asc(communityModerator.userId))
    .limit(MAX_ITEMS.moderators);

/**
 * Appoints a moderator, or ends an appointment. Repeated, it changes nothing.
 * @throws AppError 404 for somebody who is no active member; 409 above the limit
 */
export async function saveModerator(
  ctx: Context,
  { userId, on }: OperationInput<'PUT /community/auth/moderator/save'>,
) {
  const { db, tenant, viewer } = ctx;
  const ofTenant = eq(communityModerator.enterpriseId, tenant.id);
  const isActive = and(
    eq(enterpriseUser.enterpriseId, tenant.id),
    eq(enterpriseUser.userId, userId),
    eq(enterpriseUser.status, 'active'),
  );
  if (on && (await db.$count(enterpriseUser, isActive)) === 0) throw notFound();
  if (on && (await db.$count(communityModerator, ofTenant)) >= MAX_ITEMS.moderators)
    throw new AppError(409, 'tooManyModerators', { params: { limit: MAX_ITEMS.moderators } });
  const { rowCount } = on
    ? await db
        .insert(communityModerator)
        .values({ enterpriseId: tenant.id, userId, appointedBy: viewer.userId, gmtCreate: ctx.now() })
        .onConflictDoNothing()
    : await db.delete(communityModerator).where(and(ofTenant, eq(communityModerator.userId, userId)));
  if (rowCount)
    await audit(db, ctx, 'community.moderator.save', { moderator: userId, on }, { about: [userId, tenant.id] });
  return {};
}
