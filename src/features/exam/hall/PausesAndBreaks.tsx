import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
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

/** The hall during a break: the paper is hidden and the clock of the exam stands still. */
export function BreakScreen({ hall, title }: { hall: Hall; title: string }) {
  const t = useT();
  const left = useStore(hall.$breakLeft);
  const phase = useStore(hall.$phase);
  const [ending, setEnding] = useState(false);
  return (
    <main className="page flex min-h-dvh flex-col items-center justify-center gap-5 text-center">
      <Icon name="pause" className="size-12 text-primary" />
      <p className="text-muted">{title}</p>
      <h1 className="text-2xl font-semibold">{t('exam:break.title')}</h1>
      <p className="max-w-md text-muted">{t('exam:break.hint')}</p>
      <p className="text-4xl font-semibold tabular-nums" role="timer" data-testid="break-left">
        {clockFace(left)}
      </p>
      <button
        type="button"
        className="btn btn-primary btn-lg"
        disabled={phase !== 'break' || ending}
        onClick={() => {
          setEnding(true);
          void hall.saveBreak('end').finally(() => setEnding(false));
        }}
      >
        {t('exam:break.end')}
      </button>
    </main>
  );
}

/** The button that begins a break, for candidates who have one left. All answers must be saved before. */
export function BreakButton({ hall, breakSeconds }: { hall: Hall; breakSeconds: number }) {
  const t = useT();
  const left = useStore(hall.$breaksLeft);
  const phase = useStore(hall.$phase);
  const saveState = useStore(hall.$saveState);
  const [asking, setAsking] = useState(false);
  if (left === 0) return null;
  return (
    <>
      <button
        type="button"
        className="btn btn-outline btn-sm border-base-300 sm:btn-md"
        disabled={phase !== 'open' || saveState !== 'saved'}
        onClick={() => setAsking(true)}
      >
        <Icon name="pause" className="size-4" />
        {t('exam:break.start', { count: left })}
      </button>
      {asking && (
        <ActionDialog title={t('exam:break.ask')} onClose={() => setAsking(false)}>
          <p>{t('exam:break.askHint', { time: clockFace(breakSeconds) })}</p>
          <button
            type="button"
            className="btn btn-primary self-end"
            onClick={() => {
              setAsking(false);
              void hall.saveBreak('start');
            }}
          >
            {t('exam:break.begin')}
          </button>
        </ActionDialog>
      )}
    </>
  );
}
