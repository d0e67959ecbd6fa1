import { useEffect, useRef } from 'react';
import { useT } from '#src/i18n/island.tsx';

type Props = {
  open: boolean;
  /** Numbers of the questions that are not complete. */
  missing: number[];
  /** Numbers of the questions whose last answer was not accepted. */
  rejected: number[];
  onClose: () => void;
  onGo: (number: number) => void;
  onSubmit: () => void;
};

/** Confirmation before submitting, with the unanswered and not accepted questions. */
export function SubmitDialog({ open, missing, rejected, onClose, onGo, onSubmit }: Props) {
  const t = useT();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal();
    if (!open) dialog.current?.close();
  }, [open]);
  return (
    <dialog ref={dialog} className="modal" onClose={onClose} aria-labelledby="submit-title">
      <div className="modal-box">
        <h2 id="submit-title" className="text-lg font-semibold">
          {t('exam:hall.submitTitle')}
        </h2>
        {missing.length > 0 ? (
          <>
            <p className="mt-3">{t('exam:hall.unanswered', { count: missing.length })}</p>
            <Numbers numbers={missing} onGo={onGo} />
          </>
        ) : (
          <p className="mt-3">{t('exam:hall.allAnswered')}</p>
        )}
        {rejected.length > 0 && (
          <div role="alert" className="mt-4 text-warning">
            <p>{t('exam:hall.rejected.inDialog', { count: rejected.length })}</p>
            <Numbers numbers={rejected} onGo={onGo} />
          </div>
        )}
        <p className="mt-3 text-sm text-muted">{t('exam:hall.submitFinal')}</p>
        <div className="modal-action">
          <button type="button" className="btn" onClick={onClose}>
            {t('exam:hall.keepAnswering')}
          </button>
          <button type="button" className="btn btn-primary" onClick={onSubmit}>
            {t('exam:hall.submitNow')}
          </button>
        </div>
      </div>
    </dialog>
  );
}

/** Links to questions by number. */
function Numbers({ numbers, onGo }: { numbers: number[]; onGo: (number: number) => void }) {
  const t = useT();
  return (
    <ul className="mt-3 flex max-h-40 flex-wrap gap-2 overflow-y-auto">
      {numbers.map((number) => (
        <li key={number}>
          <button
            type="button"
            className="btn btn-sm"
            aria-label={t('exam:hall.questionNumber', { n: number })}
            onClick={() => onGo(number)}
          >
            {number}
          </button>
        </li>
      ))}
    </ul>
  );
}
