import type { RequestContext } from '#src/server/core/context.ts';
import { addressKey, PICTURES_PER_ADDRESS } from '../limits.ts';
import { takeTry } from '#src/server/core/rate-limit.ts';
import { issueChallenge } from './picture-code.ts';

/**
 * Returns a new proof-of-work challenge, needed after suspicious attempts (spec section 7). It replaces the picture
 * code (docs/decisions/032).
 * @throws AppError 429 when one address requests too many
 */
export async function getPictureCode(ctx: RequestContext) {
  const key = addressKey('picture:address', ctx.address);
  if (key) await takeTry(key, PICTURES_PER_ADDRESS);
  return issueChallenge(ctx.now());
}
