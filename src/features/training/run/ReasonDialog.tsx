import type { ReactNode } from 'react';
import { required, textOf, useForm } from '#src/client/use-form.ts';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import { TextArea } from '#src/components/TextArea.tsx';
import { useT } from '#src/i18n/island.tsx';

type Props = {
  title: string;
  hint: string;
  action: string;
  send: (reason: string, values: FormData) => Promise<void>;
  onClose: () => void;
  /** Fields above the reason. */
  children?: ReactNode;
};

/** A dialog that asks for the reason of a change. */
export function ReasonDialog({ title, hint, action, send, onClose, children }: Props) {
  const t = useT();
  const form = useForm({
    fallback: t('common:failedToLoad'),
    validate: (values) => required(values, { reason: t('training:reason.missing') }),
    send: async (values) => {
      await send(textOf(values, 'reason'), values);
      onClose();
    },
  });
  return (
    <ActionDialog title={title} onClose={onClose}>
      <form {...form.form} className="flex flex-col gap-4">
        <FormAlert text={form.alert} />
        {children}
        <TextArea {...form.field('reason')} label={t('training:reason.label')} hint={hint} maxLength={500} />
        <div className="modal-action mt-0">
          <SubmitButton {...form.submit}>{action}</SubmitButton>
        </div>
      </form>
    </ActionDialog>
  );
}
