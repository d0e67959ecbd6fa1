/** Maximum size of an uploaded image in bytes (5 MB). */
export const PICTURE_BYTES = 5 * 1024 * 1024;
/** Accepted image types. No SVG (it can contain scripts), no AVIF (a small file can take minutes to decode). */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp'];

/**
 * Validates an image; returns a key of namespace `errors`, or null. The browser checks before sending, with the type
 * derived from the file name; the server checks again with the type of the content.
 */
export function pictureProblem({ size, type }: { size: number; type: string }): 'fileTooLarge' | 'pictureType' | null {
  if (size > PICTURE_BYTES) return 'fileTooLarge';
  return PICTURE_TYPES.includes(type) ? null : 'pictureType';
}
