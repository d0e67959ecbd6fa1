import { type ReactNode, useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useT } from '#src/i18n/island.tsx';

type Props = {
  title: string;
  /** Label of the button that confirms. */
  action: string;
  /** @returns whether the dialog may close */
  onConfirm: () => boolean;
  onClose: () => void;
  /** A button beside the others, e.g. to remove a link. */
  extra?: ReactNode;
  children: ReactNode;
};

/**
 * A dialog of the editor. It is outside of the form that the editor may be in, and its events stay inside: React passes
 * them on to the components around a portal.
 */
export function EditorDialog({ title, action, onConfirm, onClose, extra, children }: Props) {
  const t = useT();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current!.showModal(), []);
  return createPortal(
    <dialog
      ref={dialog}
      className="modal"
      aria-labelledby={id}
      onClose={onClose}
      onInput={(event) => event.stopPropagation()}
    >
      <form
        className="modal-box"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (onConfirm()) dialog.current!.close();
        }}
      >
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        <div className="mt-4 flex flex-col gap-4">{children}</div>
        <div className="modal-action">
          {extra}
          <button type="button" className="btn btn-ghost" onClick={() => dialog.current!.close()}>
            {t('common:cancel')}
          </button>
          <button type="submit" className="btn btn-primary">
            {action}
          </button>
        </div>
      </form>
    </dialog>,
    document.body,
  );
}
