import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { limiter } from '#src/lib/limiter.ts';
import { pictureProblem } from '#src/lib/picture-rules.ts';
import { AppError } from '#src/server/core/app-error.ts';

export type PictureUse = 'avatar' | 'logo';
type Encoded = { bytes: Buffer; width: number; height: number; contentType: 'image/webp' };

/** Pixels of a picture that comes in: more than phones take by default; decoded it still fits into memory. */
const MAX_PIXELS = 30_000_000;
/** Side of an avatar, and longest side of a logo, pixels. */
const AVATAR_SIDE = 512;
const LOGO_SIDE = 800;
/** Seconds of work on one picture. */
const MAX_SECONDS = 10;

// One picture at a time on one thread: a storm of uploads leaves the processor to the exam hall.
sharp.concurrency(1);
sharp.cache(false);
const enter = limiter(1);

/**
 * Makes a picture of ours out of one that somebody sent: looks at what it is and not at its name, turns it upright, brings
 * it to its size, and writes it anew, so that neither metadata (place, device) nor anything hidden in the file is kept.
 * @throws AppError 413 for too many bytes, 415 for any other kind of file, 422 for too many pixels and for a picture that cannot be read to its end
 */
export async function encodePicture(sent: Buffer, use: PictureUse): Promise<Encoded> {
  const type = (await fileTypeFromBuffer(sent))?.mime ?? '';
  const problem = pictureProblem({ size: sent.length, type });
  if (problem) throw refusal(problem === 'fileTooLarge' ? 413 : 415, problem);
  const leave = await enter();
  try {
    return await encode(sent, type, use);
  } catch (error) {
    throw error instanceof AppError ? error : refusal(422, 'pictureBroken');
  } finally {
    leave();
  }
}

async function encode(sent: Buffer, type: string, use: PictureUse): Promise<Encoded> {
  const picture = sharp(sent, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).autoOrient();
  // The head of the file says how large it is: a bomb is turned away before a single pixel is decoded.
  const { format, width, height } = await sharp(sent, { limitInputPixels: false }).metadata();
  // Two readers that see two kinds of picture in the same bytes: somebody is playing tricks.
  if (`image/${format}` !== type) throw refusal(415, 'pictureType');
  if (width * height > MAX_PIXELS) throw refusal(422, 'pictureTooManyPixels');
  const side = Math.min(AVATAR_SIDE, width, height);
  const sized =
    use === 'avatar'
      ? picture.resize(side, side, { fit: 'cover' })
      : picture.resize(LOGO_SIDE, LOGO_SIDE, { fit: 'inside', withoutEnlargement: true });
  const { data, info } = await sized
    .webp({ quality: use === 'avatar' ? 86 : 92 })
    .timeout({ seconds: MAX_SECONDS })
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height, contentType: 'image/webp' };
}

const refusal = (code: 413 | 415 | 422, key: string) => new AppError(code, key, { fields: [{ field: 'file', key }] });
