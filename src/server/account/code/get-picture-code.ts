import type { RequestContext } from '#src/server/core/context.ts';
import { addressKey, PICTURES_PER_ADDRESS } from '../limits.ts';
import { drawPicture } from './draw-picture.ts';
import { issueAnswer, PICTURE_SECONDS } from './picture-code.ts';
import { takeTry } from '#src/server/core/rate-limit.ts';

/**
 * A new picture code, asked for after suspicious tries (spec section 7).
 * @throws AppError 429 when one address asks for too many
 */
export async function getPictureCode(ctx: RequestContext) {
  const key = addressKey('picture:address', ctx.address);
  if (key) await takeTry(key, PICTURES_PER_ADDRESS);
  const { id, answer } = await issueAnswer(ctx.now());
  const png = await drawPicture(answer);
  return { id, image: `data:image/png;base64,${png.toString('base64')}`, expiresIn: PICTURE_SECONDS };
}
