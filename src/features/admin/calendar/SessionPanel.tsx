import { useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { invalidate, useCall } from '#src/client/query.ts';
import { required, textOf, useForm } from '#src/client/use-form.ts';
import { Icon } from '#src/components/Icon.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { TextArea } from '#src/components/TextArea.tsx';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { periodText } from '#src/lib/dates.ts';
import { FormDialog } from '../kit/FormDialog.tsx';
import { HistoryButton } from '../kit/History.tsx';
import { SidePanel } from '../kit/SidePanel.tsx';
import { Costs } from './Costs.tsx';
import { Materials } from './Materials.tsx';
import { LIST, type Options } from './calendar-list.ts';
import { PlanDialog } from './PlanDialog.tsx';
import { ChangeSession, Following } from './ChangeSession.tsx';
import { type RunView, sessionChange } from './session-values.ts';
import { useSessionWords } from './use-session-words.ts';

const VIEW = 'GET /course/auth/training/run/view';
const EFFECTS = 'POST /course/auth/calendar/effects';
type Props = { id: string; options: Options; timeZone: string; onClose: () => void };

/** A session of the calendar: its facts, its sign-in screen and attendance, costs; it can be changed, copied, cancelled and re-opened. */
export function SessionPanel({ id, options, timeZone, onClose }: Props) {
  const t = useT();
  const query = useCall(VIEW, { id });
  return (
    <SidePanel title={t('calendar:session')} onClose={onClose}>
      <LoadState query={query}>{(session) => <Shown {...{ session, options, timeZone }} />}</LoadState>
    </SidePanel>
  );
}

type ShownProps = { session: RunView; options: Options; timeZone: string };

function Shown({ session, options, timeZone }: ShownProps) {
  const t = useT();
  const locale = useLocale();
  const words = useSessionWords(options);
  const [dialog, setDialog] = useState<'change' | 'copy' | 'cancel' | 'reopen' | null>(null);
  const close = () => setDialog(null);
  const { id, title, courseTitle, place, room, status, bookedCount, capacity, waitingCount, lecturerName } = session;
  const facts = [
    [t('calendar:fact.course'), courseTitle],
    [t('calendar:fact.time'), periodText(session, timeZone, locale)],
    [t('calendar:fact.place'), [place, room].filter(Boolean).join(' ')],
    [t('calendar:fact.lecturer'), lecturerName],
    [t('calendar:fact.assistants'), session.assistantNames.join(t('calendar:separator'))],
    [t('calendar:fact.places'), t('calendar:places', { booked: bookedCount, capacity })],
    [t('calendar:fact.waiting'), waitingCount > 0 ? String(waitingCount) : null],
  ].filter((fact): fact is [string, string] => Boolean(fact[1]));
  return (
    <div className="flex flex-col gap-5">
      <div>
        <h3 className="text-lg font-semibold break-words">{title}</h3>
        {status !== 'planned' && <span className="badge badge-soft">{t(`calendar:status.${status}`)}</span>}
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        <a className="btn btn-primary btn-sm" href={href(locale, `/account/sessions/${id}`)}>
          <Icon name="list" className="size-4" />
          {t('calendar:attendance')}
        </a>
        {status === 'planned' && (
          <button type="button" className="btn btn-sm" onClick={() => setDialog('change')}>
            {t('calendar:change')}
          </button>
        )}
        <button type="button" className="btn btn-sm" onClick={() => setDialog('copy')}>
          {t('calendar:copy')}
        </button>
        {status === 'planned' && (
          <button type="button" className="btn btn-sm text-error" onClick={() => setDialog('cancel')}>
            {t('calendar:cancel.action')}
          </button>
        )}
        {session.reopenable && (
          <button type="button" className="btn btn-sm" onClick={() => setDialog('reopen')}>
            {t('calendar:reopen.action')}
          </button>
        )}
        <HistoryButton
          isSmall
          kind="trainingSession"
          id={id}
          name={title}
          timeZone={timeZone}
          describe={(change) => sessionChange(change, words, [timeZone, locale])}
        />
      </div>
      <Materials sessionId={id} isSeries={session.seriesId !== null} />
      <Costs id={id} />
      {dialog === 'change' && <ChangeSession {...{ session, options, timeZone }} onClose={close} />}
      {dialog === 'copy' && <PlanDialog from={session} options={options} timeZone={timeZone} onClose={close} />}
      {dialog === 'cancel' && <CancelDialog session={session} onClose={close} />}
      {dialog === 'reopen' && <ReopenDialog session={session} onClose={close} />}
    </div>
  );
}

function ReopenDialog({ session, onClose }: { session: RunView; onClose: () => void }) {
  const t = useT();
  const [following, setFollowing] = useState(false);
  const form = useForm({
    fallback: t('common:operationFailed'),
    send: async () => {
      const input = { id: session.id, following };
      const { count } = await api('POST /course/auth/training/session/reopen', input, { isShowErrTip: false });
      notify(t('calendar:reopen.done', { count }), 'success');
      invalidate(LIST, VIEW);
      onClose();
    },
  });
  return (
    <FormDialog title={t('calendar:reopen.title')} action={t('calendar:reopen.action')} form={form} onClose={onClose}>
      {session.seriesId && <Following isChosen={following} onChange={setFollowing} />}
      <p>{t('calendar:reopen.effects', { booked: session.bookedCount, waiting: session.waitingCount })}</p>
    </FormDialog>
  );
}

function CancelDialog({ session, onClose }: { session: RunView; onClose: () => void }) {
  const t = useT();
  const [following, setFollowing] = useState(false);
  const effects = useCall(EFFECTS, { id: session.id, following });
  const form = useForm({
    fallback: t('common:operationFailed'),
    validate: (values) => required(values, { reason: t('calendar:form.missing') }),
    send: async (values) => {
      const input = { id: session.id, reason: textOf(values, 'reason'), following };
      const { count } = await api('POST /course/auth/training/session/cancel', input, { isShowErrTip: false });
      notify(t('calendar:cancel.done', { count }), 'success');
      invalidate(LIST, VIEW);
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('calendar:cancel.title')}
      action={t('calendar:cancel.action')}
      leave={t('calendar:cancel.keep')}
      isDestructive
      form={form}
      onClose={onClose}
    >
      {session.seriesId && <Following isChosen={following} onChange={setFollowing} />}
      <LoadState query={effects}>
        {({ sessionCount, bookedCount, waitingCount }) => (
          <p className="alert alert-warning alert-soft text-sm">
            {t('calendar:cancel.effects', { sessions: sessionCount, booked: bookedCount, waiting: waitingCount })}
          </p>
        )}
      </LoadState>
      <TextArea {...form.field('reason')} label={t('calendar:cancel.reason')} rows={3} maxLength={500} />
    </FormDialog>
  );
}
