import { eq } from 'drizzle-orm';
import { communitySetting } from './tables/moderation.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

export type CommunitySettings = Omit<typeof communitySetting.$inferSelect, 'enterpriseId' | 'gmtModified'>;

/** Rules of a community that nobody has changed; the defaults of the columns of `community_setting`. */
const DEFAULTS: CommunitySettings = {
  isPublic: false,
  allowAnonymous: true,
  newMemberDays: 3,
  newMemberDailyPosts: 5,
  dailyPosts: 50,
  reviewNewMemberLinks: true,
  acceptedPoints: '5',
  acceptedPointsPerDay: '20',
  revision: 0,
};

/** Rules of the community of a tenant. */
export async function readSettings(db: TenantDb, enterpriseId: string): Promise<CommunitySettings> {
  const [row] = await db.select().from(communitySetting).where(eq(communitySetting.enterpriseId, enterpriseId));
  return row ?? DEFAULTS;
}
