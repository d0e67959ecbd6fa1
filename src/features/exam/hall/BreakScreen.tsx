import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { clockFace } from './exam-clock.ts';
import type { Hall } from './hall.store.ts';

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
