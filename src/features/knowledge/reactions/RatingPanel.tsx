import { useSignedIn } from '#src/client/use-live.ts';
import { Icon } from '#src/components/Icon.tsx';
import { island, useT } from '#src/i18n/island.tsx';
import { iconHref } from '#src/components/icon-href.ts';
import type { OwnReactions, Sums } from './apply-change.ts';
import { OwnRating, STARS } from './OwnRating.tsx';
import { react, type Subject, useReactions } from './reactions.store.ts';

type Props = {
  subject: Subject;
  /** For members including their own reactions. */
  given: Sums | OwnReactions;
  /** URL of the login page that returns here. */
  login: string;
};

/** Distribution of the ratings, and the viewer's rating. */
export default island(function RatingPanel({ subject, given, login }: Props) {
  const t = useT();
  const reactions = useReactions(given);
  const signedIn = useSignedIn('liked' in given);
  return (
    <section aria-labelledby="rating">
      <h2 id="rating" className="mb-3 text-xl font-semibold">
        {t('course:rate.title')}
      </h2>
      <div className="paper grid gap-x-10 gap-y-6 p-5 sm:grid-cols-[auto_1fr] sm:items-center">
        <div className="flex items-center gap-4 sm:flex-col sm:gap-1">
          <p className="text-4xl font-semibold tabular-nums">{reactions.ratingMean?.toFixed(1) ?? '–'}</p>
          <div>
            <MeanStars mean={reactions.ratingMean ?? 0} id={`mean-${subject.subjectId}`} />
            <p className="text-sm text-muted sm:text-center">
              {reactions.ratingCount
                ? t('course:rate.count', { number: reactions.ratingCount })
                : t('course:rate.none')}
            </p>
          </div>
        </div>
        <ul className="flex flex-col gap-1.5 text-sm">
          {STARS.toReversed().map((stars) => (
            <li key={stars} className="grid grid-cols-[2.5rem_1fr_2.5rem] items-center gap-2">
              <span className="flex items-center gap-1 text-muted tabular-nums">
                {stars}
                <Icon name="star" className="size-3.5" />
              </span>
              <progress
                className="progress text-star"
                value={reactions.ratings[stars - 1]}
                max={Math.max(1, reactions.ratingCount)}
                aria-label={t('course:rate.stars', { count: stars })}
              />
              <span className="text-end text-muted tabular-nums">{reactions.ratings[stars - 1]}</span>
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-base-300 pt-4 sm:col-span-2">
          {signedIn && 'liked' in reactions ? (
            <OwnRating own={reactions} rate={(rating) => react(subject, reactions, { rating })} />
          ) : (
            <a
              href={login}
              rel="nofollow"
              data-login-first=""
              className="btn btn-sm h-10 gap-2 border-base-300 bg-base-100 text-sm font-normal"
            >
              <Icon name="star" />
              {t('course:rate.give')}
            </a>
          )}
        </div>
      </div>
    </section>
  );
});

type MeanStarsProps = {
  mean: number;
  /** For this page only. */
  id: string;
};

const STAR = iconHref('star');
const PLACES = [0, 1, 2, 3, 4];

/** Five stars filled according to a mean of 0–5. Decorative: the number is beside it. */
function MeanStars({ mean, id }: MeanStarsProps) {
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
