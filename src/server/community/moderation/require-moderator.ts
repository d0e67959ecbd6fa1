import { and, eq, ne, sql } from 'drizzle-orm';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { communityModerator } from '#src/server/community/tables/moderation.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { Reader } from '../community-reader.ts';
import { requireReader } from '../community-reader.ts';

/** @throws AppError 403 for somebody who is neither an administrator nor an appointed moderator */
export async function requireModerator(ctx: Context): Promise<Reader & { userId: string }> {
  const reader = await requireReader(ctx);
  if (!reader.moderator) throw new AppError(403, 'notAllowed');
  return { ...reader, userId: ctx.viewer.userId };
}

/** Whether anybody else than the viewer moderates the community. */
export async function hasOtherModerator({ db, tenant, viewer }: Context): Promise<boolean> {
  const others = and(
    eq(enterpriseUser.enterpriseId, tenant.id),
    eq(enterpriseUser.status, 'active'),
    ne(enterpriseUser.userId, viewer.userId),
    sql`(${enterpriseUser.isAdmin} or exists (select from ${communityModerator} where ${communityModerator.enterpriseId} = ${tenant.id}
      and ${communityModerator.userId} = ${enterpriseUser.userId}))`,
  );
  return (await db.$count(enterpriseUser, others)) > 0;
}
