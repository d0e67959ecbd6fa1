import type { ReactNode } from 'react';
import type { Form } from '#src/client/use-form.ts';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import { useT } from '#src/i18n/island.tsx';

type Props = {
  title: string;
  /** Label of the button that sends the form. */
  action: string;
  isDestructive?: boolean;
  /** Label of the button that leaves the dialog, where "Cancel" would name the act itself. */
  leave?: string;
  form: Form;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog with a form; it is open while it is rendered. */
export function FormDialog({ title, action, isDestructive, leave, form, onClose, children }: Props) {
  const t = useT();
  return (
    <ActionDialog title={title} onClose={onClose} className="max-w-xl">
      <form {...form.form} className="flex flex-col gap-4">
        <FormAlert text={form.alert} />
        {children}
        <div className="modal-action mt-0">
          <button type="button" className="btn btn-ghost" onClick={onClose}>
            {leave ?? t('common:cancel')}
          </button>
          <SubmitButton {...form.submit} isDestructive={isDestructive}>
            {action}
          </SubmitButton>
        </div>
      </form>
    </ActionDialog>
  );
}
