import { and, eq } from 'drizzle-orm';
import { communityModerator } from './tables/moderation.ts';
import type { PublicContext } from '#src/server/core/context.ts';

/** Whether the viewer moderates the community of this tenant: an administrator, or an appointed moderator. */
export async function isModerator({ db, tenant, viewer }: PublicContext): Promise<boolean> {
  if (viewer?.enterpriseId !== tenant.id) return false;
  if (viewer.isAdmin) return true;
  const mine = and(eq(communityModerator.enterpriseId, tenant.id), eq(communityModerator.userId, viewer.userId));
  return (await db.$count(communityModerator, mine)) > 0;
}
