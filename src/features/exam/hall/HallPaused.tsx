import { useStore } from '@nanostores/react';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { clockFace } from './exam-clock.ts';
import type { Hall } from './hall.store.ts';
import { HallMessages } from './HallMessages.tsx';

/** The hall while an invigilator has paused the attempt: the paper is hidden and the clock stands still. */
export function HallPaused({ hall, title }: { hall: Hall; title: string }) {
  const t = useT();
  const left = useStore(hall.$secondsLeft);
  return (
    <div className="flex min-h-dvh flex-col">
      <HallMessages hall={hall} />
      <main className="page flex grow flex-col items-center justify-center gap-5 text-center">
        <Icon name="pause" className="size-12 text-primary" />
        <p className="text-muted">{title}</p>
        <h1 className="text-2xl font-semibold" role="alert">
          {t('invigilation:hall.paused')}
        </h1>
        <p className="max-w-md text-muted">{t('invigilation:hall.pausedHint')}</p>
        <p className="text-muted">{t('invigilation:hall.left')}</p>
        <p className="text-4xl font-semibold tabular-nums" data-testid="paused-left">
          {clockFace(left)}
        </p>
      </main>
    </div>
  );
}
