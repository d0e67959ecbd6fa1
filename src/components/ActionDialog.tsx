import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';

type Props = {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Classes of its width, where it is another one. */
  className?: string;
  /** It is about to be closed, and not seen any more: closing styles the whole page anew, which takes long where that is large. */
  isLeaving?: boolean;
};

/** A dialog that is open as long as it is rendered. Escape and "close" close it; the focus returns to its button. */
export function ActionDialog({ title, onClose, children, className = 'max-w-2xl', isLeaving = false }: Props) {
  const t = useT();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  // Closed before it is removed from the page: otherwise the focus would not return. Effects are cleaned up too late for that.
  useLayoutEffect(() => {
    const opened = dialog.current!;
    opened.showModal();
    return () => opened.close();
  }, []);
  return (
    <dialog ref={dialog} className={isLeaving ? 'modal opacity-0' : 'modal'} aria-labelledby={id} onClose={onClose}>
      <div className={`modal-box flex max-h-[90dvh] flex-col gap-4 ${className}`}>
        <div className="flex items-center justify-between gap-4">
          <h2 id={id} className="text-lg font-semibold">
            {title}
          </h2>
          <button
            type="button"
            className="btn btn-ghost btn-sm btn-square -me-2"
            aria-label={t('common:close')}
            onClick={() => dialog.current!.close()}
          >
            <Icon name="close" className="size-4" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
