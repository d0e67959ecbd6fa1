import type { Ref } from 'react';
import { useT } from '#src/i18n/island.tsx';

/** Asks whether all exports are to be deleted. `showModal()` of the ref opens it. */
export function ClearDownloads({ ref, onConfirm }: { ref: Ref<HTMLDialogElement>; onConfirm: () => void }) {
  const t = useT();
  return (
    <dialog
      ref={ref}
      className="modal"
      aria-labelledby="downloads-clear-title"
      onClose={({ currentTarget }) => {
        if (currentTarget.returnValue === 'clear') onConfirm();
        currentTarget.returnValue = '';
      }}
    >
      <div className="modal-box">
        <h2 id="downloads-clear-title" className="text-lg font-semibold">
          {t('export:confirm.title')}
        </h2>
        <p className="mt-2">{t('export:confirm.text')}</p>
        <form method="dialog" className="modal-action">
          <button className="btn btn-ghost" value="cancel">
            {t('common:cancel')}
          </button>
          <button className="btn btn-error" value="clear">
            {t('export:clear')}
          </button>
        </form>
      </div>
    </dialog>
  );
}
