import { hasVariants, variantSet, type PictureWidth } from '#src/lib/picture-variants.ts';

type Props = {
  src: string;
  /** Empty: decoration. */
  alt: string;
  /** Ratio of the place it has, so that nothing moves when it comes. */
  width: number;
  height: number;
  /** How wide it is shown, as in HTML. */
  sizes: string;
  widths: readonly PictureWidth[];
  /** True for a picture that is on the first screen. */
  eager?: boolean;
  /** The one that the first screen waits for. */
  first?: boolean;
  className?: string;
};

/** A picture in as many pixels as the visitor's screen needs, AVIF where the browser knows it. */
export function Picture({ src, widths, sizes, eager = false, first = false, ...img }: Props) {
  const responsive = hasVariants(src);
  return (
    <picture className="contents">
      {responsive && <source type="image/avif" srcSet={variantSet(src, widths, 'avif')} sizes={sizes} />}
      <img
        {...img}
        src={src}
        srcSet={responsive ? variantSet(src, widths, 'webp') : undefined}
        sizes={responsive ? sizes : undefined}
        loading={eager || first ? 'eager' : 'lazy'}
        decoding={first ? undefined : 'async'}
        fetchPriority={first ? 'high' : undefined}
      />
    </picture>
  );
}
