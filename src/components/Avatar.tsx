import { hasVariants, variantSet, variantUrl } from '#src/contract/rules/picture-variants.ts';

type Props = {
  /** Empty if the name is shown beside it. */
  name: string;
  /** 2 selects the second default avatar. */
  sex?: number;
  src?: string | null;
  className?: string;
  /** Maximum displayed width, as the `sizes` attribute. */
  sizes?: string;
};

/** A user's avatar; by default the image for their sex. */
export function Avatar({ name, sex = 1, src, className = 'size-9', sizes = '6rem' }: Props) {
  if (!src) return <DefaultAvatar name={name} sex={sex} className={className} />;
  const stored = hasVariants(src);
  return (
    <img
      src={stored ? variantUrl(src, 192, 'webp') : src}
      srcSet={stored ? variantSet(src, [96, 192, 320], 'webp') : undefined}
      sizes={stored ? sizes : undefined}
      alt={name}
      className={`rounded-full bg-base-300 object-cover ${className}`}
      width="96"
      height="96"
      loading="lazy"
      decoding="async"
    />
  );
}

function DefaultAvatar({ name, sex, className }: { name: string; sex: number; className: string }) {
  const second = sex === 2;
  return (
    <svg
      viewBox="0 0 48 48"
      role={name ? 'img' : undefined}
      aria-label={name || undefined}
      aria-hidden={name ? undefined : 'true'}
      className={`cover rounded-full ${second ? 'cover-3' : 'cover-0'} ${className}`}
    >
      <rect width="48" height="48" className="glow" />
      {second && <path className="ground" d="M13 20a11 11 0 0 1 22 0v9c0 3-3 5-6 5H19c-3 0-6-2-6-5z" />}
      <path className="mass" d="M7 50c1-11 8-15.5 17-15.5S40 39 41 50z" />
      <circle cx="24" cy="21" r="8.5" fill="#eec6a6" />
      <path
        className="ground"
        d={
          second
            ? 'M15.3 21c0-7 4-9.8 8.7-9.8s8.7 2.8 8.7 9.8c-2.5-.5-4-2-5-4.5-2 3-7 4.5-12.4 4.5z'
            : 'M15.2 20c-.4-6.5 3.5-9.5 9-9.5 5.3 0 9 3 8.6 9.5-.8-2.5-1.8-3.8-3-4.5-3 1.3-8.5 1.3-11.5 0-1.3.7-2.4 2-3.1 4.5z'
        }
      />
    </svg>
  );
}
