import { and, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { audit, changesBetween, type HistoryKind } from '#src/server/core/audit.ts';
import { announceChange } from '#src/server/core/db/changes.ts';
import { communitySetting } from '#src/server/community/tables/moderation.ts';
import type { Context } from '#src/server/core/context.ts';
import { readSettings } from '../settings.ts';

const RULES = [
  ...(['isPublic', 'allowAnonymous', 'newMemberDays', 'newMemberDailyPosts', 'dailyPosts'] as const),
  ...(['reviewNewMemberLinks', 'acceptedPoints', 'acceptedPointsPerDay'] as const),
];

/** Rules of the community. */
export const viewSettings = ({ db, tenant }: Context) => readSettings(db, tenant.id);

/** Changes the rules of the community. @throws AppError 409 when somebody else has changed them since */
export async function saveSettings(ctx: Context, input: OperationInput<'PUT /community/auth/setting/save'>) {
  const { db, tenant } = ctx;
  const { revision, ...rules } = input;
  const values = {
    ...rules,
    ...{ acceptedPoints: String(rules.acceptedPoints), acceptedPointsPerDay: String(rules.acceptedPointsPerDay) },
    ...{ revision: revision + 1, gmtModified: ctx.now() },
  };
  const earlier = await readSettings(db, tenant.id);
  const [saved] =
    revision === 0
      ? await db
          .insert(communitySetting)
          .values({ enterpriseId: tenant.id, ...values })
          .onConflictDoNothing()
          .returning({ revision: communitySetting.revision })
      : await db
          .update(communitySetting)
          .set(values)
          .where(and(eq(communitySetting.enterpriseId, tenant.id), eq(communitySetting.revision, revision)))
          .returning({ revision: communitySetting.revision });
  if (!saved) throw new AppError(409, 'contentChanged');
  const numbers = (from: typeof earlier | typeof rules) => ({
    ...from,
    ...{ acceptedPoints: Number(from.acceptedPoints), acceptedPointsPerDay: Number(from.acceptedPointsPerDay) },
  });
  const changes = changesBetween(numbers(earlier), numbers(rules), RULES);
  await audit(db, ctx, 'community.setting.save', { changes }, { about: [tenant.id] });
  await announceChange(db, { enterpriseId: tenant.id, tags: ['community'] });
  return saved;
}

/** Administrators read who has changed rules, labels, filtered words and moderators of the community: one history, with the id of the enterprise. */
export const COMMUNITY_HISTORY: HistoryKind = {
  requireReader: ({ tenant, viewer }, id) => {
    if (!viewer.isAdmin || id !== tenant.id) throw notFound();
    return Promise.resolve();
  },
};
