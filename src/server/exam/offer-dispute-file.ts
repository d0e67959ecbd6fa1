import { href } from '#src/i18n/locale.ts';
import type { Context } from '#src/server/core/context.ts';
import { refuseFrom } from '#src/server/core/rate-limit.ts';
import { prepareDisputeFile } from './make-dispute-file.ts';
import { disputeFileLimit, refuseSecond } from './dispute-file-limit.ts';

/**
 * Returns the address of the dispute file of an attempt (serve-dispute-file.ts).
 * @throws AppError as `prepareDisputeFile`; 429 while the viewer receives another one, and after too many
 */
export async function offerDisputeFile(ctx: Context, { attemptId }: { attemptId: string }) {
  await prepareDisputeFile(ctx, attemptId);
  refuseSecond(ctx.viewer.userId);
  await refuseFrom(...disputeFileLimit(ctx.tenant.id, ctx.viewer.userId));
  return { fileName: `exam-${attemptId}.html`, url: href(ctx.locale, `/test/pack/${attemptId}`) };
}
