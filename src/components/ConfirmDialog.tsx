import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useT } from '#src/i18n/island.tsx';

type Props = {
  title: string;
  /** What will happen. */
  children: ReactNode;
  /** Text of the button that agrees, and its look. */
  yes: string;
  yesClass?: string;
  /** Text of the button that does not; without it "cancel". */
  no?: string;
  /** Called once the dialog is closed; also after Escape. */
  onAnswer: (agreed: boolean) => void;
};

/** Asks before something is done. Open as long as it is rendered; closing returns the focus to where it was. */
export function ConfirmDialog({ title, children, yes, yesClass = 'btn-error', no, onAnswer }: Props) {
  const t = useT();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current!.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className="modal"
      aria-labelledby={id}
      onClose={() => onAnswer(dialog.current!.returnValue === 'yes')}
    >
      <div className="modal-box max-w-md">
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        <div className="mt-2">{children}</div>
        <form method="dialog" className="modal-action">
          <button className="btn btn-ghost" value="cancel">
            {no ?? t('common:cancel')}
          </button>
          <button className={`btn ${yesClass}`} value="yes">
            {yes}
          </button>
        </form>
      </div>
    </dialog>
  );
}
