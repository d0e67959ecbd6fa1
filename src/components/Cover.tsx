import { drawCover } from '#src/lib/cover.ts';
import { Picture } from './Picture.tsx';

/** A card in a grid of two columns on phones, of four on wide screens. */
const GRID = '(width >= 64rem) 18rem, 48vw';
const WIDTHS = [192, 320, 480, 640, 960] as const;

type Props = {
  /** An id or title, the seed of the generated cover. */
  seed: string;
  src?: string | null;
  /** True for an image above the fold. */
  eager?: boolean;
  /** Displayed width, as the `sizes` attribute. */
  sizes?: string;
  className?: string;
};

/**
 * The cover of a course, project or announcement, 16:9; by default a generated one. Decorative: the title is beside it.
 */
export function Cover({ seed, src, eager, sizes = GRID, className = 'w-full' }: Props) {
  const shape = `block aspect-video ${className}`;
  if (src)
    return (
      <Picture
        src={src}
        alt=""
        width={640}
        height={360}
        widths={WIDTHS}
        sizes={sizes}
        eager={eager}
        className={`bg-base-300 object-cover ${shape}`}
      />
    );
  const { family, transform, shapes } = drawCover(seed);
  return (
    <svg
      viewBox="0 0 320 180"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={`cover cover-${family} ${shape}`}
    >
      <rect width="320" height="180" className="ground" />
      <g transform={transform}>
        {shapes.map(({ d, tone, opacity }, position) => (
          <path key={position} d={d} className={tone} opacity={opacity} />
        ))}
      </g>
    </svg>
  );
}
