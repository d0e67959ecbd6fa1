import { hasVariants, variantSet, type PictureWidth } from '#src/contract/rules/picture-variants.ts';

type Props = {
  src: string;
  /** Empty: decoration. */
  alt: string;
  /** Aspect ratio, to avoid layout shifts. */
  width: number;
  height: number;
  /** Displayed width, as the `sizes` attribute. */
  sizes: string;
  widths: readonly PictureWidth[];
  /** True for an image above the fold. */
  eager?: boolean;
  /** The largest contentful image above the fold. */
  first?: boolean;
  className?: string;
};

/** A responsive image with AVIF and WebP variants. */
export function Picture({ src, widths, sizes, eager = false, first = false, alt, ...img }: Props) {
  const responsive = hasVariants(src);
  return (
    <picture className="contents">
      {responsive && (
        // Not an item of a flex box around it, whose gap would indent the image.
        <source className="hidden" type="image/avif" srcSet={variantSet(src, widths, 'avif')} sizes={sizes} />
      )}
      <img
        {...img}
        alt={alt}
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
