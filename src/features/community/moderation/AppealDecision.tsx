import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useForm } from '#src/client/use-form.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import { useT } from '#src/i18n/island.tsx';
import { TextArea } from '#src/components/TextArea.tsx';

/** Accepts or rejects an appeal, with a reason. */
export function AppealDecision({ decisionId, onDone }: { decisionId: string; onDone: () => void }) {
  const t = useT();
  const { form, field, alert, submit } = useForm({
    send: async (values) => {
      const accepted = values.get('accepted') === 'yes';
      const input = { decisionId, accepted, reason: String(values.get('reason')) };
      await api('POST /community/auth/moderation/appeal/decide', input, { isShowErrTip: false });
      notify(t('moderation:appeal.decided'), 'success');
      onDone();
    },
    fallback: t('common:failedToLoad'),
  });
  return (
    <form {...form} className="flex flex-col gap-4">
      <FormAlert text={alert} />
      <TextArea
        {...field('reason')}
        label={t('moderation:decide.reason')}
        hint={t('moderation:decide.reasonHint')}
        maxLength={500}
        required
      />
      <div className="flex flex-wrap gap-3">
        <SubmitButton {...submit} name="accepted" value="yes">
          {t('moderation:appeal.accept')}
        </SubmitButton>
        <button {...submit} name="accepted" value="no" className="btn">
          {t('moderation:appeal.reject')}
        </button>
      </div>
    </form>
  );
}
