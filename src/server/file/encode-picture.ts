import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { limiter } from '#src/lib/limiter.ts';
import { pictureProblem } from '#src/contract/rules/picture.ts';
import { AppError } from '#src/server/core/app-error.ts';

export type PictureUse = 'avatar' | 'logo' | 'text';
type Encoded = { bytes: Buffer; width: number; height: number; contentType: 'image/webp' };

/** Maximum size of an uploaded picture: more than phones produce by default, and it fits into memory when decoded. */
const MAX_PIXELS = 30_000_000;
/** Side of an avatar, and longest side of other pictures, in pixels. */
const AVATAR_SIDE = 512;
const MAX_SIDE = { logo: 800, text: 1600 };
/** WebP quality: logos have sharp edges. */
const QUALITY: Record<PictureUse, number> = { avatar: 86, logo: 92, text: 84 };
/** Time limit for processing one picture. */
const MAX_SECONDS = 10;

// One picture at a time on one thread, so that many uploads do not slow down exams.
sharp.concurrency(1);
sharp.cache(false);
const enter = limiter(1);

/**
 * Re-encodes an uploaded picture as WebP: checks the type by content, not by name, applies the orientation, resizes it,
 * and removes metadata (location, device) and any embedded data.
 * @throws AppError 413 for too many bytes, 415 for any other type of file, 422 for too many pixels and for a picture
 *   that cannot be decoded completely
 */
export async function encodePicture(sent: Buffer, use: PictureUse): Promise<Encoded> {
  const type = (await fileTypeFromBuffer(sent))?.mime ?? '';
  const problem = pictureProblem({ size: sent.length, type });
  if (problem) throw pictureError(problem === 'fileTooLarge' ? 413 : 415, problem);
  const leave = await enter();
  try {
    return await encode(sent, type, use);
  } catch (error) {
    throw error instanceof AppError ? error : pictureError(422, 'pictureBroken');
  } finally {
    leave();
  }
}

async function encode(sent: Buffer, type: string, use: PictureUse): Promise<Encoded> {
  const picture = sharp(sent, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).autoOrient();
  // The header contains the size, so that a decompression bomb is rejected before it is decoded.
  const { format, width, height } = await sharp(sent, { limitInputPixels: false }).metadata();
  // Two libraries that detect different types in the same bytes indicate a manipulated file.
  if (`image/${format}` !== type) throw pictureError(415, 'pictureType');
  if (width * height > MAX_PIXELS) throw pictureError(422, 'pictureTooManyPixels');
  const side = Math.min(AVATAR_SIDE, width, height);
  const sized =
    use === 'avatar'
      ? picture.resize(side, side, { fit: 'cover' })
      : picture.resize(MAX_SIDE[use], MAX_SIDE[use], { fit: 'inside', withoutEnlargement: true });
  const { data, info } = await sized
    .webp({ quality: QUALITY[use] })
    .timeout({ seconds: MAX_SECONDS })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height, contentType: 'image/webp' };
}

const pictureError = (code: 413 | 415 | 422, key: string) =>
  new AppError(code, key, { fields: [{ field: 'file', key }] });
