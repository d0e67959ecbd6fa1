import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect, useState } from 'react';
import { Icon } from '#src/components/Icon.tsx';
import { dismiss } from '#src/client/notify.ts';
import { $toasts, type Toast } from '#src/client/session.store.ts';
import { island, useT } from '#src/i18n/island.tsx';

/** For this time something can be undone, ms. */
const UNDO_MS = 10_000;

/**
 * The toasts (docs/specification.md, section "Messages"). Rendered into `#toasts` on the first message: see
 * show-toasts.tsx.
 */
export const Toasts = island(function Toasts() {
  return useStore($toasts).map((toast) =>
    toast.action?.undo ? (
      <UndoToast key={toast.id} toast={toast} {...toast.action} />
    ) : (
      <ToastBox key={toast.id} {...toast}>
        {toast.action && (
          <a href={toast.action.href} className="font-medium text-primary underline underline-offset-4">
            {toast.action.label}
          </a>
        )}
      </ToastBox>
    ),
  );
});

type UndoProps = { toast: Toast; undo: () => unknown; label: string };

/** It stays while the pointer is over it or the focus in it. */
function UndoToast({ toast, undo, label }: UndoProps) {
  const { id } = toast;
  const [isOver, setOver] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const isHeld = isOver || hasFocus;
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismiss(id), UNDO_MS);
    return () => clearTimeout(timer);
  }, [isHeld, id]);
  const run = () => {
    dismiss(id);
    // What a call says when it fails, it says itself.
    void Promise.resolve(undo()).catch(() => undefined);
  };
  return (
    <div
      className="pointer-events-auto"
      onPointerEnter={() => setOver(true)}
      onPointerLeave={() => setOver(false)}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    >
      <ToastBox {...toast}>
        <button
          type="button"
          className="cursor-pointer font-medium text-primary underline underline-offset-4"
          onClick={run}
        >
          {label}
        </button>
      </ToastBox>
    </div>
  );
}

function ToastBox({ id, kind, text, children }: Toast & { children: ReactNode }) {
  const t = useT();
  return (
    <div className="floating pointer-events-auto flex max-w-lg items-start gap-3 py-3 ps-4 pe-2 text-sm">
      <span className={`mt-0.5 ${kind === 'success' ? 'text-success' : 'text-error'}`}>
        <Icon name={kind === 'success' ? 'check-circle' : 'x-circle'} />
      </span>
      <span className="flex flex-wrap gap-x-3 py-0.5">
        <span>{text || t('common:failedToLoad')}</span>
        {children}
      </span>
      <button
        type="button"
        className="btn btn-ghost btn-xs btn-square"
        aria-label={t('common:close')}
        onClick={() => dismiss(id)}
      >
        <Icon name="close" className="size-4" />
      </button>
    </div>
  );
}
