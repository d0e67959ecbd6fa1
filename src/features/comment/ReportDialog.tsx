import { useId } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useForm } from '#src/client/use-form.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import type { Input } from '#src/contract/calls.ts';
import { useT } from '#src/i18n/island.tsx';
import { TextArea } from '#src/components/TextArea.tsx';
import { ActionDialog } from '#src/components/ActionDialog.tsx';

const REASONS = ['spam', 'abuse', 'wrong', 'offTopic', 'private', 'other'] as const;

type Subject = { postId: string; commentId?: undefined } | { commentId: string; postId?: undefined };
type Props = Subject & { onClose: () => void };

/** Reports a post or comment to the moderators, with a reason. */
export function ReportDialog({ postId, commentId, onClose }: Props) {
  const t = useT();
  const id = useId();
  const { form, field, alert, submit } = useForm({
    send: async (values) => {
      const reason = values.get('reason') as Input<'POST /community/auth/report/save'>['reason'];
      const note = String(values.get('note')).trim() || undefined;
      await api('POST /community/auth/report/save', { postId, commentId, reason, note }, { isShowErrTip: false });
      notify(t('moderation:report.done'), 'success');
      onClose();
    },
    fallback: t('common:failedToLoad'),
  });
  return (
    <ActionDialog title={t('moderation:report.title')} onClose={onClose}>
      <form {...form} className="flex flex-col gap-4">
        <p className="text-sm text-muted">{t('moderation:report.hint')}</p>
        <FormAlert text={alert} />
        <fieldset aria-labelledby={id} className="flex flex-col">
          <legend id={id} className="mb-1 text-sm font-medium">
            {t('moderation:report.reason')}
          </legend>
          {REASONS.map((reason, i) => (
            <label key={reason} className="flex min-h-10 cursor-pointer items-center gap-3">
              <input type="radio" name="reason" value={reason} defaultChecked={i === 0} className="radio radio-sm" />
              {t(`moderation:reason.${reason}`)}
            </label>
          ))}
        </fieldset>
        <TextArea {...field('note')} label={t('moderation:report.note')} maxLength={500} />
        <SubmitButton {...submit}>{t('moderation:report.send')}</SubmitButton>
      </form>
    </ActionDialog>
  );
}
