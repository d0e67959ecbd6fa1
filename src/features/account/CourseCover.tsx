import { drawCover } from '#src/lib/cover.ts';
import { hasVariants, variantSet } from '#src/lib/picture-variants.ts';

const WIDTHS = [192, 320, 480] as const;
const SIZES = '(width >= 40rem) 9rem, 7rem';

/** The picture of a course in a list that React draws; as Cover.astro, without one a drawing that depends on `seed`. */
export function CourseCover({ seed, src }: { seed: string; src: string | null }) {
  const shape = 'block aspect-video w-28 shrink-0 rounded-field sm:w-36';
  if (!src) {
    const { family, shapes } = drawCover(seed);
    return (
      <svg
        viewBox="0 0 320 180"
        preserveAspectRatio="xMidYMid slice"
        aria-hidden="true"
        className={`cover cover-${family} ${shape}`}
      >
        <rect width="320" height="180" className="ground" />
        {shapes.map(({ d, tone, opacity }) => (
          <path key={d} d={d} className={tone} opacity={opacity} />
        ))}
      </svg>
    );
  }
  const stored = hasVariants(src);
  return (
    <img
      src={src}
      srcSet={stored ? variantSet(src, WIDTHS, 'webp') : undefined}
      sizes={stored ? SIZES : undefined}
      alt=""
      width="640"
      height="360"
      loading="lazy"
      decoding="async"
      className={`bg-base-300 object-cover ${shape}`}
    />
  );
}
