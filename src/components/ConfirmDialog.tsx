import { type RefObject, type SyntheticEvent, useId } from 'react';
import { useT } from '#src/i18n/island.tsx';

type Props = {
  /** Opened with `ref.current.showModal()`. */
  ref: RefObject<HTMLDialogElement | null>;
  title: string;
  text: string;
  /** Label of the button that confirms. */
  action: string;
  /** The action cannot be undone. */
  isDestructive?: boolean;
  onConfirm: () => void;
};

const CONFIRMED = 'confirmed';

/** Confirmation dialog. Cancel and Escape close it, and the focus returns to the button that opened it. */
export function ConfirmDialog({ ref, title, text, action, isDestructive = false, onConfirm }: Props) {
  const t = useT();
  const id = useId();
  // Not on click: the confirmed action may remove this dialog before the browser has closed it.
  const onClose = ({ currentTarget: dialog }: SyntheticEvent<HTMLDialogElement>) => {
    const isConfirmed = dialog.returnValue === CONFIRMED;
    dialog.returnValue = '';
    if (isConfirmed) onConfirm();
  };
  return (
    <dialog ref={ref} className="modal" aria-labelledby={id} onClose={onClose}>
      <div className="modal-box">
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        <p className="mt-2">{text}</p>
        <form method="dialog" className="modal-action">
          <button className="btn btn-ghost">{t('common:cancel')}</button>
          <button value={CONFIRMED} className={`btn ${isDestructive ? 'btn-error' : 'btn-primary'}`}>
            {action}
          </button>
        </form>
      </div>
    </dialog>
  );
}
