/** Widths of image variants, pixels. No other width is generated, so that requests cannot cause unlimited work. */
export const PICTURE_WIDTHS = [96, 192, 320, 480, 640, 960, 1280, 1600] as const;
export const PICTURE_FORMATS = ['avif', 'webp'] as const;
export type PictureWidth = (typeof PICTURE_WIDTHS)[number];
export type PictureFormat = (typeof PICTURE_FORMATS)[number];

const STORED = /^\/media\/[0-9a-f-]{36}$/;

/** Whether an image is a public file of the file store: variants exist only for those. */
export const hasVariants = (src: string) => STORED.test(src);

/** URL of a variant of a stored image. */
export const variantUrl = (src: string, width: PictureWidth, format: PictureFormat) => `${src}/${width}.${format}`;

/** Returns the value of `srcset` for a stored image. */
export const variantSet = (src: string, widths: readonly PictureWidth[], format: PictureFormat) =>
  widths.map((width) => `${variantUrl(src, width, format)} ${width}w`).join(', ');

/** Parses the last path segment of such a URL. @returns null for widths and formats that are not listed */
export function parseVariant(name: string): { width: PictureWidth; format: PictureFormat } | null {
  const [, digits, ending] = /^(\d{2,4})\.(avif|webp)$/.exec(name) ?? [];
  const width = PICTURE_WIDTHS.find((each) => String(each) === digits);
  return width ? { width, format: ending as PictureFormat } : null;
}
