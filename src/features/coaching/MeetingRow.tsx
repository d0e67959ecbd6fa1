import { useRef, useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { useAction } from '#src/client/use-action.ts';
import { useForm } from '#src/client/use-form.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { ActionDialog } from '#src/components/ActionDialog.tsx';
import { ConfirmDialog } from '#src/components/ConfirmDialog.tsx';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import { TextArea } from '#src/components/TextArea.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { dateTimeText } from '#src/lib/dates.ts';
import { type Coaching, type Meeting, meetingState, type OnChanged } from './coaching-calls.ts';

const TONES = {
  ...{ proposed: 'badge-info', waiting: 'badge-warning', agreed: 'badge-primary', toConfirm: 'badge-warning' },
  ...{ halfConfirmed: 'badge-info', held: 'badge-success', declined: 'badge-ghost', cancelled: 'badge-ghost' },
};
const isLink = (place: string) => /^https?:\/\/\S+$/.test(place);

type Props = {
  meeting: Meeting;
  coaching: Coaching;
  mayChange: boolean;
  now: string;
  timeZone: string;
  onChanged: OnChanged;
};

/** A meeting: when, where, what about, the notes of both, and what the viewer can do about it. */
export function MeetingRow({ meeting, coaching, mayChange, now, timeZone, onChanged }: Props) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const dialog = useRef<HTMLDialogElement>(null);
  const [isConfirming, setConfirming] = useState(false);
  const { id, place, agenda, mentorNote, learnerNote } = meeting;
  const state = meetingState(meeting, coaching.role, now);
  const time = dateTimeText(meeting.startsAt, timeZone, locale);
  const answer = useAction(async (accepted: boolean) => {
    onChanged(await api('POST /course/auth/coaching/meeting/answer', { id, accepted }));
    notify(t('coaching:meetings.answered'), 'success');
  });
  const cancel = useAction(async () => {
    onChanged(await api('POST /course/auth/coaching/meeting/cancel', { id }));
    notify(t('coaching:meetings.cancelled'), 'success');
  });
  const mayCancel =
    (['proposed', 'agreed', 'toConfirm'] as const).some((each) => each === state) && !hasConfirmation(meeting);
  const other = coaching.role === 'mentor' ? coaching.learnerName : coaching.mentorName;
  return (
    <li className="flex flex-col gap-2 px-4 py-4 sm:px-6">
      <p className="flex flex-wrap items-center gap-2">
        <time dateTime={meeting.startsAt} className="font-medium tabular-nums">
          {time}
        </time>
        <span className={`badge badge-sm badge-soft ${TONES[state]}`}>{t(`coaching:meetings.state.${state}`)}</span>
      </p>
      <p className="text-sm break-words">
        {isLink(place) ? (
          <a href={place} className="link inline-flex items-center gap-1" rel="noopener noreferrer" target="_blank">
            {place}
            <Icon name="external" className="size-3.5" />
          </a>
        ) : (
          place
        )}
      </p>
      <p className="text-sm break-words whitespace-pre-line text-muted">
        {t('coaching:meetings.agendaLabel')}: {agenda}
      </p>
      {(
        [
          ['mentor', mentorNote],
          ['learner', learnerNote],
        ] as const
      ).map(
        ([who, note]) =>
          note && (
            <p key={who} className="border-s-2 border-base-300 ps-3 text-sm break-words whitespace-pre-line">
              <span className="text-muted">{t(`coaching:meetings.noteOf.${who}`)}: </span>
              {note}
            </p>
          ),
      )}
      {mayChange && (state === 'waiting' || state === 'toConfirm' || mayCancel) && (
        <div className="flex flex-wrap gap-2 pt-1">
          {state === 'waiting' && (
            <>
              <button
                type="button"
                className="btn btn-primary btn-sm"
                disabled={!hydrated || answer.isPending}
                onClick={() => void answer.run(true)}
              >
                {t('coaching:meetings.accept')}
              </button>
              <button
                type="button"
                className="btn btn-sm"
                disabled={!hydrated || answer.isPending}
                onClick={() => void answer.run(false)}
              >
                {t('coaching:meetings.decline')}
              </button>
            </>
          )}
          {state === 'toConfirm' && (
            <button
              type="button"
              className="btn btn-primary btn-sm"
              disabled={!hydrated}
              onClick={() => setConfirming(true)}
            >
              {t('coaching:meetings.confirm')}
            </button>
          )}
          {mayCancel && (
            <button
              type="button"
              className="btn btn-ghost btn-sm"
              disabled={!hydrated || cancel.isPending}
              onClick={() => dialog.current?.showModal()}
            >
              {t('coaching:meetings.cancel')}
            </button>
          )}
        </div>
      )}
      {mayCancel && (
        <ConfirmDialog
          ref={dialog}
          title={t('coaching:meetings.cancel')}
          text={t('coaching:meetings.cancelText', { time, name: other })}
          action={t('coaching:meetings.cancel')}
          isDestructive
          onConfirm={() => void cancel.run()}
        />
      )}
      {isConfirming && <NoteDialog {...{ id, time, onChanged }} onClose={() => setConfirming(false)} />}
    </li>
  );
}

const hasConfirmation = ({ learnerConfirmedAt, mentorConfirmedAt }: Meeting) =>
  learnerConfirmedAt !== null || mentorConfirmedAt !== null;

type NoteProps = { id: string; time: string; onClose: () => void; onChanged: OnChanged };

/** Confirms that a meeting took place, with a note. */
function NoteDialog({ id, time, onClose, onChanged }: NoteProps) {
  const t = useT();
  const { form, field, alert, submit } = useForm({
    send: async (values) => {
      const input = { id, note: String(values.get('note')) };
      const changed = await api('POST /course/auth/coaching/meeting/confirm', input, { isShowErrTip: false });
      notify(t('coaching:meetings.confirmed'), 'success');
      onClose();
      onChanged(changed);
    },
    fallback: t('common:operationFailed'),
    draft: `coaching-note-${id}`,
  });
  return (
    <ActionDialog title={t('coaching:meetings.confirmTitle', { time })} onClose={onClose}>
      <form {...form} className="flex flex-col gap-4">
        <FormAlert text={alert} />
        <TextArea
          {...field('note')}
          label={t('coaching:meetings.note')}
          hint={t('coaching:meetings.noteHint')}
          maxLength={1000}
          required
        />
        <SubmitButton {...submit}>{t('coaching:meetings.confirm')}</SubmitButton>
      </form>
    </ActionDialog>
  );
}
