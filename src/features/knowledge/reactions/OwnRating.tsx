import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import type { OwnReactions } from './apply-change.ts';
import './rating.css';

/** Arrow keys pass over intermediate stars: a rating is saved after this delay, ms. */
const REST = 400;
export const STARS = [1, 2, 3, 4, 5];

type Props = {
  own: OwnReactions;
  /** @returns whether it was saved */
  rate: (rating: number | null) => Promise<boolean>;
};

/** The viewer's rating 1–5, which can be changed and removed. */
export function OwnRating({ own, rate }: Props) {
  const t = useT();
  const form = useRef<HTMLFormElement>(null);
  const first = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Selected but not sent yet. */
  const [chosen, setChosen] = useState<number | null>(null);
  const [status, setStatus] = useState('');
  const shown = chosen ?? own.rating;

  const send = async (rating: number | null) => {
    clearTimeout(timer.current);
    setChosen(null);
    setStatus('');
    if (await rate(rating)) setStatus(t(rating === null ? 'course:rate.takenBack' : 'course:rate.saved'));
  };
  const choose = (rating: number) => {
    setChosen(rating);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void send(rating), REST);
  };
  // Chosen before the island was hydrated.
  const onStart = useEffectEvent(() => {
    const early = Number(new FormData(form.current!).get('rating'));
    if (early && early !== own.rating) choose(early);
  });
  useEffect(() => onStart(), []);

  return (
    <form ref={form} className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <fieldset className="flex flex-wrap items-center gap-x-3">
        <legend className="contents">
          <span className="font-medium">{t('course:rate.own')}</span>
        </legend>
        <div className="stars flex">
          {STARS.map((stars) => (
            <label key={stars} className="grid size-10 cursor-pointer place-items-center rounded-field">
              <input
                ref={stars === 1 ? first : undefined}
                type="radio"
                name="rating"
                value={stars}
                checked={shown === stars}
                onChange={() => choose(stars)}
                className="sr-only"
              />
              <span className="sr-only">{t('course:rate.stars', { count: stars })}</span>
              <Icon name="star" className="size-7" />
            </label>
          ))}
        </div>
      </fieldset>
      {own.rating !== null && (
        <button
          type="button"
          onClick={() => {
            // The button is removed.
            first.current!.focus();
            void send(null);
          }}
          className="btn btn-ghost btn-sm text-sm font-normal"
        >
          {t('course:rate.takeBack')}
        </button>
      )}
      <p role="status" className="text-sm text-success">
        {status}
      </p>
    </form>
  );
}
