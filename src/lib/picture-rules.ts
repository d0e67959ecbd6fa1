/** Most bytes of an uploaded picture (spec sections 5 and 9: 5M). */
export const PICTURE_BYTES = 5 * 1024 * 1024;
/** Kinds of pictures that come in. No SVG (it is a program), no AVIF (minutes of decoding in a small file). */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'];

/**
 * What is wrong with a picture, as a key of namespace `errors`, or null. The browser asks before it sends anything, with
 * the type that the file's name claims; the server asks again with the type of the content.
 */
export function pictureProblem({ size, type }: { size: number; type: string }): 'fileTooLarge' | 'pictureType' | null {
  if (size > PICTURE_BYTES) return 'fileTooLarge';
  return PICTURE_TYPES.includes(type) ? null : 'pictureType';
}
