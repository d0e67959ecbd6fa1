import type { OperationInput } from '#src/contract/calls.ts';
import { audit } from '#src/server/core/audit.ts';
import { announceChange } from '#src/server/core/db/changes.ts';
import { communitySetting } from '#src/server/community/tables/moderation.ts';
import type { Context } from '#src/server/core/context.ts';
import { readSettings } from '../settings.ts';

/** Rules of the community. */
export const viewSettings = ({ db, tenant }: Context) => readSettings(db, tenant.id);

/** Changes the rules of the community. */
export async function saveSettings(ctx: Context, input: OperationInput<'PUT /community/auth/setting/save'>) {
  const { db, tenant } = ctx;
  const values = {
    ...input,
    acceptedPoints: String(input.acceptedPoints),
    acceptedPointsPerDay: String(input.acceptedPointsPerDay),
    gmtModified: ctx.now(),
  };
  await db
    .insert(communitySetting)
    .values({ enterpriseId: tenant.id, ...values })
    .onConflictDoUpdate({ target: communitySetting.enterpriseId, set: values });
  await audit(db, ctx, 'community.setting.save', input);
  await announceChange(db, { enterpriseId: tenant.id, tags: ['community'] });
  return {};
}
