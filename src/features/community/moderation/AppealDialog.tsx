import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useForm } from '#src/client/use-form.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import { useT } from '#src/i18n/island.tsx';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { TextArea } from '#src/components/TextArea.tsx';

type Props = { decisionId: string; onClose: () => void; onDone: () => void };

/** The author's appeal against a decision. */
export function AppealDialog({ decisionId, onClose, onDone }: Props) {
  const t = useT();
  const { form, field, alert, submit } = useForm({
    send: async (values) => {
      const input = { decisionId, text: String(values.get('text')) };
      await api('POST /community/auth/moderation/appeal', input, { isShowErrTip: false });
      notify(t('moderation:appeal.done'), 'success');
      onClose();
      onDone();
    },
    fallback: t('common:failedToLoad'),
    draft: `appeal-${decisionId}`,
  });
  return (
    <ActionDialog title={t('moderation:appeal.title')} onClose={onClose}>
      <form {...form} className="flex flex-col gap-4">
        <p className="text-sm text-muted">{t('moderation:appeal.hint')}</p>
        <FormAlert text={alert} />
        <TextArea {...field('text')} label={t('moderation:appeal.text')} maxLength={500} required />
        <SubmitButton {...submit}>{t('moderation:appeal.send')}</SubmitButton>
      </form>
    </ActionDialog>
  );
}
