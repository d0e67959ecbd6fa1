import { iconHref } from '#src/components/icon-href.ts';

type Props = {
  mean: number;
  /** For this page only. */
  id: string;
};

const STAR = iconHref('star');
const PLACES = [0, 1, 2, 3, 4];

/** Five stars filled according to a mean of 0–5. Decorative: the number is beside it. */
export function MeanStars({ mean, id }: Props) {
  const stars = PLACES.map((n) => <use key={n} href={STAR} x={n * 24} width="24" height="24" />);
  return (
    <svg viewBox="0 0 120 24" aria-hidden="true" className="h-5 w-25 text-star">
      <clipPath id={id}>
        <rect width={mean * 24} height="24" />
      </clipPath>
      <g fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round">
        {stars}
      </g>
      <g fill="currentColor" clipPath={`url(#${id})`}>
        {stars}
      </g>
    </svg>
  );
}
