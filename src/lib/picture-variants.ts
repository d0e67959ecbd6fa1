/** Widths that pictures are made in, pixels. No other width is ever made, so nobody can ask for work without end. */
export const PICTURE_WIDTHS = [96, 192, 320, 480, 640, 960, 1280, 1600] as const;
export const PICTURE_FORMATS = ['avif', 'webp'] as const;
export type PictureWidth = (typeof PICTURE_WIDTHS)[number];
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

const STORED = /^\/media\/[0-9a-f-]{36}$/;

/** Whether a picture is one of the file store that everybody may see: only of those smaller ones are made. */
export const hasVariants = (src: string) => STORED.test(src);

/** Address of a stored picture in another width and format. */
export const variantUrl = (src: string, width: PictureWidth, format: PictureFormat) => `${src}/${width}.${format}`;

/** Value of `srcset`. */
export const variantSet = (src: string, widths: readonly PictureWidth[], format: PictureFormat) =>
  widths.map((width) => `${variantUrl(src, width, format)} ${width}w`).join(', ');

/** Reads the last part of such an address. @returns null for anything that is not on the lists */
export function parseVariant(name: string): { width: PictureWidth; format: PictureFormat } | null {
  const [, digits, ending] = /^(\d{2,4})\.(avif|webp)$/.exec(name) ?? [];
  const width = PICTURE_WIDTHS.find((each) => String(each) === digits);
  return width ? { width, format: ending as PictureFormat } : null;
}
