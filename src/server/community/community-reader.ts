import { USER_TYPE } from '#src/contract/rules/account.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { readSettings } from './settings.ts';
import { and, eq } from 'drizzle-orm';
import { communityModerator } from './tables/moderation.ts';

/** Who reads the community. `userId` is null for visitors and for people who are not members of this tenant. */
export type Reader = { userId: string | null; moderator: boolean; lecturer: boolean };

/** @returns null for somebody who is no member, unless the community is open to the public */
export async function communityReader(ctx: PublicContext): Promise<Reader | null> {
  const { db, tenant, viewer } = ctx;
  if (viewer?.enterpriseId === tenant.id) {
    return {
      userId: viewer.userId,
      moderator: await isModerator(ctx),
      lecturer: viewer.userType === USER_TYPE.lecturer,
    };
  }
  const { isPublic } = await readSettings(db, tenant.id);
  return isPublic && tenant.publicFace ? { userId: null, moderator: false, lecturer: false } : null;
}

/** @throws AppError 404 for somebody who may not read the community */
export async function requireReader(ctx: PublicContext): Promise<Reader> {
  const reader = await communityReader(ctx);
  if (!reader) throw notFound();
  return reader;
}

/** Whether the viewer moderates the community of this tenant: an administrator, or an appointed moderator. */
export async function isModerator({ db, tenant, viewer }: PublicContext): Promise<boolean> {
  if (viewer?.enterpriseId !== tenant.id) return false;
  if (viewer.isAdmin) return true;
  const mine = and(eq(communityModerator.enterpriseId, tenant.id), eq(communityModerator.userId, viewer.userId));
  return (await db.$count(communityModerator, mine)) > 0;
}
