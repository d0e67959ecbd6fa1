import '#src/components/date-field.css';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useForm } from '#src/client/use-form.ts';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { FormField } from '#src/components/FormField.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import { TextArea } from '#src/components/TextArea.tsx';
import { useT } from '#src/i18n/island.tsx';
import { momentOfWallTime, wallTimeOf } from './wall-time.ts';
import type { OnChanged } from './coaching-calls.ts';

type Props = { id: string; now: string; timeZone: string; onClose: () => void; onChanged: OnChanged };

const DAY_MS = 86_400_000;

/** Proposes a meeting; the time is that of the enterprise's time zone. */
export function ProposalDialog({ id, now, timeZone, onClose, onChanged }: Props) {
  const t = useT();
  const { form, field, alert, submit } = useForm({
    send: async (values) => {
      const text = (name: string) => String(values.get(name));
      const startsAt = momentOfWallTime(text('startsAt'), timeZone)?.toISOString() ?? '';
      const input = { coachingId: id, startsAt, place: text('place'), agenda: text('agenda') };
      const changed = await api('POST /course/auth/coaching/meeting/save', input, { isShowErrTip: false });
      notify(t('coaching:meetings.sent'), 'success');
      onClose();
      onChanged(changed);
    },
    fallback: t('common:operationFailed'),
    draft: `coaching-meeting-${id}`,
  });
  const tomorrow = wallTimeOf(Date.parse(now) + DAY_MS, timeZone).slice(0, 10);
  return (
    <ActionDialog title={t('coaching:meetings.propose')} onClose={onClose}>
      <form {...form} className="flex flex-col gap-4">
        <FormAlert text={alert} />
        <FormField
          {...field('startsAt')}
          type="datetime-local"
          label={t('coaching:meetings.startsAt')}
          hint={t('coaching:meetings.startsAtHint', { timeZone })}
          defaultValue={`${tomorrow}T09:00`}
          required
        />
        <FormField {...field('place')} label={t('coaching:meetings.place')} maxLength={300} required />
        <TextArea {...field('agenda')} label={t('coaching:meetings.agenda')} maxLength={1000} required />
        <SubmitButton {...submit}>{t('coaching:meetings.send')}</SubmitButton>
      </form>
    </ActionDialog>
  );
}
