import { useState } from 'react';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { useT } from '#src/i18n/island.tsx';
import { ActionForm, type Kind, type Target } from './ActionForm.tsx';

type Props = { target: Target; examId: string; onClose: () => void; onDone: () => void };

/** Asks what to do for one candidate or for all, and does it. */
export function Actions({ target, examId, onClose, onDone }: Props) {
  const t = useT();
  const kinds = kindsFor(target);
  const [chosen, setChosen] = useState<Kind>(kinds[0]!);
  const title = target === 'all' ? t('invigilation:forAll') : t('invigilation:actOn', { userName: target.userName });
  return (
    <ActionDialog title={title} onClose={onClose}>
      <div className="flex flex-wrap gap-2" role="group" aria-label={t('invigilation:act')}>
        {kinds.map((kind) => (
          <button
            key={kind}
            type="button"
            className={`btn btn-sm ${chosen === kind ? 'btn-primary' : 'btn-soft'}`}
            aria-pressed={chosen === kind}
            onClick={() => setChosen(kind)}
          >
            {t(`invigilation:action.${kind}.name`)}
          </button>
        ))}
      </div>
      <ActionForm key={chosen} kind={chosen} {...{ target, examId, onDone }} />
    </ActionDialog>
  );
}

function kindsFor(target: Target): Kind[] {
  if (target === 'all') return ['message', 'extension', 'pause', 'resume'];
  const state = target.attempt?.state;
  if (!state) return ['extension'];
  if (state === 'closed') return ['extension', 'void'];
  if (state === 'voided') return ['extension'];
  return ['message', 'extension', state === 'paused' ? 'resume' : 'pause', 'submit', 'void'];
}
