import { useStore } from '@nanostores/react';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { clockFace } from './exam-clock.ts';
import type { Hall } from './hall.store.ts';

/** Seconds at which the remaining time is announced to screen readers, besides the warnings (TimeWarnings). */
const SPOKEN = [600, 30, 10];

/** Remaining time by the server's clock. */
export function Countdown({ hall }: { hall: Hall }) {
  const t = useT();
  const seconds = useStore(hall.$secondsLeft);
  const tone = seconds <= 60 ? 'text-error' : seconds <= 300 ? 'text-warning' : '';
  return (
    <div className={`flex items-center gap-2 ${tone}`}>
      <Icon name="clock" className="size-5" />
      <span className="sr-only">{t('exam:hall.timeLeft')}</span>
      <time role="timer" className="text-lg font-semibold tabular-nums" data-testid="countdown">
        {clockFace(seconds)}
      </time>
      <span className="sr-only" aria-live="assertive">
        {SPOKEN.includes(seconds) ? t('exam:hall.timeLeftSpoken', { time: clockFace(seconds) }) : ''}
      </span>
    </div>
  );
}
