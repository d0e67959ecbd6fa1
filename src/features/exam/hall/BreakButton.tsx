import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { clockFace } from './exam-clock.ts';
import type { Hall } from './hall.store.ts';

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
