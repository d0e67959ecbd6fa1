import type { OperationInput } from '#src/contract/calls.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { takeTry } from '#src/server/core/rate-limit.ts';
import { addressKey } from '#src/server/core/address-key.ts';
import { PICTURES_PER_ADDRESS } from '../../limits.ts';
import { issueChallenge } from './picture-code.ts';

/**
 * Returns a new challenge, needed after suspicious attempts: a proof of work, or as its alternative a picture
 * code, also spoken (docs/decisions/080).
 * @throws AppError 429 when one address requests too many
 */
export async function getPictureCode(
  ctx: RequestContext,
  { kind }: OperationInput<'GET /user/api/user/info/get/image/verification/code'>,
) {
  const key = addressKey('picture:address', ctx.address);
  if (key) await takeTry(key, PICTURES_PER_ADDRESS);
  return issueChallenge({ kind, locale: ctx.locale, now: ctx.now() });
}
