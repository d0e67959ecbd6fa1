import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import { limiter } from '#src/lib/limiter.ts';
import { PICTURE_TYPES, pictureProblem } from '#src/contract/rules/picture.ts';
import { AppError } from '#src/server/core/app-error.ts';

export type PictureUse = 'avatar' | 'logo' | 'text';
type Encoded = { bytes: Buffer; width: number; height: number; contentType: 'image/webp' };
/** A picture that can be part of a PDF. */
export type PrintPicture = { bytes: Buffer; width: number; height: number; contentType: 'image/jpeg' | 'image/png' };

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
export const encodePicture = (sent: Buffer, use: PictureUse): Promise<Encoded> =>
  encoded(sent, PICTURE_TYPES, async (picture, { width, height }) => {
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
  });

/** Types of pictures for documents. */
const PRINT_TYPES = ['image/png', 'image/jpeg'];

/**
 * Re-encodes an uploaded picture (PNG or JPEG) for PDF documents, checked like `encodePicture`: one with transparent parts as PNG, another one as JPEG, which a document
 * holds as it is.
 * @param sides longest sides, pixels
 * @throws AppError as `encodePicture`
 */
export const encodePrint = (sent: Buffer, sides: { opaque: number; transparent: number }): Promise<PrintPicture> =>
  encoded(sent, PRINT_TYPES, async (picture) => {
    const { isOpaque } = await picture.clone().timeout({ seconds: MAX_SECONDS }).stats();
    const side = isOpaque ? sides.opaque : sides.transparent;
    const sized = picture
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .timeout({ seconds: MAX_SECONDS });
    const made = isOpaque
      ? sized.removeAlpha().jpeg({ quality: 88, progressive: false })
      : sized.png({ palette: false });
    const { data, info } = await made.toBuffer({ resolveWithObject: true });
    const contentType = isOpaque ? 'image/jpeg' : 'image/png';
    return { bytes: data, width: info.width, height: info.height, contentType };
  });

/** Checks a picture and hands it to `encode`, one at a time. */
async function encoded<P>(
  sent: Buffer,
  types: readonly string[],
  encode: (picture: Sharp, size: { width: number; height: number }) => Promise<P>,
): Promise<P> {
  const type = (await fileTypeFromBuffer(sent))?.mime ?? '';
  const problem = pictureProblem({ size: sent.length, type }) ?? (types.includes(type) ? null : 'pictureTypePrint');
  if (problem) throw pictureError(problem === 'fileTooLarge' ? 413 : 415, problem);
  const leave = await enter();
  try {
    return await encode(...(await opened(sent, type)));
  } catch (error) {
    throw error instanceof AppError ? error : pictureError(422, 'pictureBroken');
  } finally {
    leave();
  }
}

async function opened(sent: Buffer, type: string): Promise<[Sharp, { width: number; height: number }]> {
  const picture = sharp(sent, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).autoOrient();
  // The header contains the size, so that a decompression bomb is rejected before it is decoded.
  const { format, width, height } = await sharp(sent, { limitInputPixels: false }).metadata();
  // Two libraries that detect different types in the same bytes indicate a manipulated file.
  if (`image/${format}` !== type) throw pictureError(415, 'pictureType');
  if (width * height > MAX_PIXELS) throw pictureError(422, 'pictureTooManyPixels');
  return [picture, { width, height }];
}

const pictureError = (code: 413 | 415 | 422, key: string) =>
  new AppError(code, key, { fields: [{ field: 'file', key }] });
