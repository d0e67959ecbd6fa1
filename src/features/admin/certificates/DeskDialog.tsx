import { type ReactNode, useEffect, useId, useRef } from 'react';
import { FieldError } from '#src/components/FieldError.tsx';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import type { Form } from '#src/client/use-form.ts';
import { useT } from '#src/i18n/island.tsx';

type Props = {
  title: string;
  /** Label of the button that sends the request. */
  action: string;
  isDestructive?: boolean;
  form: Form;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog with a form that requests something for a reason; it is open while it is rendered. */
export function DeskDialog({ title, action, isDestructive, form: kit, onClose, children }: Props) {
  const t = useT();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const { error } = kit.field('reason');
  const about = [`${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <dialog ref={dialog} className="modal" aria-labelledby={`${id}-title`} onClose={onClose}>
      <form {...kit.form} className="modal-box flex max-h-[90dvh] max-w-xl flex-col gap-4">
        <h2 id={`${id}-title`} className="text-lg font-semibold">
          {title}
        </h2>
        <FormAlert text={kit.alert} />
        {children}
        <div className="flex flex-col gap-1.5">
          <label htmlFor={id} className="text-sm font-medium">
            {t('record:desk.reason')}
          </label>
          <textarea
            id={id}
            name="reason"
            rows={3}
            maxLength={500}
            aria-invalid={error ? true : undefined}
            aria-describedby={about}
            className="textarea w-full"
          />
          <p id={`${id}-hint`} className="text-sm text-muted">
            {t('record:desk.reasonHint')}
          </p>
          {error && <FieldError id={`${id}-error`} text={error} />}
        </div>
        <div className="modal-action mt-0">
          <button type="button" className="btn btn-ghost" onClick={() => dialog.current?.close()}>
            {t('common:cancel')}
          </button>
          <SubmitButton {...kit.submit} className={isDestructive ? 'btn-error' : ''}>
            {action}
          </SubmitButton>
        </div>
      </form>
    </dialog>
  );
}
