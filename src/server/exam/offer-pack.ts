import { href } from '#src/i18n/locale.ts';
import type { Context } from '#src/server/core/context.ts';
import { refuseFrom } from '#src/server/core/rate-limit.ts';
import { preparePack } from './make-pack.ts';
import { packLimit, refuseSecond } from './pack-limit.ts';

/**
 * Returns the address of the dispute pack of an attempt (serve-pack.ts).
 * @throws AppError as `preparePack`; 429 while the viewer receives another one, and after too many
 */
export async function offerPack(ctx: Context, { attemptId }: { attemptId: string }) {
  await preparePack(ctx, attemptId);
  refuseSecond(ctx.viewer.userId);
  await refuseFrom(...packLimit(ctx.tenant.id, ctx.viewer.userId));
  return { fileName: `exam-${attemptId}.html`, url: href(ctx.locale, `/test/pack/${attemptId}`) };
}
