import { useRef, useState } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { type Given, GivenContext, invalidate, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { ConfirmDialog } from '#src/components/ConfirmDialog.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { ExportButton } from '#src/features/account/ExportButton.tsx';
import { sessionChange } from '#src/features/admin/calendar/session-values.ts';
import { useSessionWords } from '#src/features/admin/calendar/use-session-words.ts';
import { HistoryButton } from '#src/features/admin/kit/History.tsx';
import { island, useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { SessionFacts } from '../SessionFacts.tsx';
import { QrScreen } from './QrScreen.tsx';
import { ReasonDialog } from './ReasonDialog.tsx';
import { Roster } from './Roster.tsx';
import { type RunView, VIEW } from './run-calls.ts';
import { SessionDialog } from './SessionDialog.tsx';

type Props = { sessionId: string; timeZone: string };

/** One session for its lecturer: the QR code, the members, the confirmation. */
function RunScreen({ sessionId, timeZone }: Props) {
  const query = useCall(VIEW, { id: sessionId });
  return <LoadState query={query}>{(session) => <Shown session={session} timeZone={timeZone} />}</LoadState>;
}

function Shown({ session, timeZone }: { session: RunView; timeZone: string }) {
  const t = useT();
  const [isShowing, setShowing] = useState(false);
  const { id, title, courseTitle, status, signOutRequired, people } = session;
  return (
    <div className="flex flex-col gap-6">
      <header className="paper flex flex-col gap-4 p-4 sm:p-6">
        <div className="flex flex-wrap items-start justify-between gap-4">
          <div className="min-w-0">
            <p className="text-sm break-words text-muted">{courseTitle}</p>
            <h1 className="text-2xl font-semibold break-words">{title}</h1>
          </div>
          <span className={`badge badge-soft ${status === 'planned' ? 'badge-primary' : ''}`}>
            {t(`training:run.status.${status}`)}
          </span>
        </div>
        <SessionFacts session={{ ...session, title: '' }} timeZone={timeZone} />
        <Tools session={session} timeZone={timeZone} onShow={() => setShowing(true)} />
      </header>
      {isShowing && (
        <QrScreen
          sessionId={id}
          title={title}
          signOutRequired={signOutRequired}
          timeZone={timeZone}
          onSigned={() => invalidate(VIEW)}
          onClose={() => setShowing(false)}
        />
      )}
      <Confirmation session={session} />
      <Roster session={session} people={people} timeZone={timeZone} />
    </div>
  );
}

type ToolProps = { session: RunView; timeZone: string; onShow: () => void };

function Tools({ session, timeZone, onShow }: ToolProps) {
  const t = useT();
  const locale = useLocale();
  const hydrated = useHydrated();
  const words = useSessionWords({ rooms: [], lecturers: [] });
  const [dialog, setDialog] = useState<'change' | 'cancel' | null>(null);
  const { id, status } = session;
  const isPlanned = status === 'planned';
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isPlanned && (
        <button type="button" className="btn btn-primary" disabled={!hydrated} onClick={onShow}>
          <Icon name="grid" className="size-4" />
          {t('training:run.show')}
        </button>
      )}
      <a href={href(locale, `/account/sessions/${id}/sheet`)} className="btn btn-sm btn-ghost font-normal">
        <Icon name="list" className="size-4" />
        {t('training:run.sheet')}
      </a>
      <ExportButton call="POST /course/auth/training/attendance/export" input={{ sessionId: id }} />
      {isPlanned && (
        <>
          <button
            type="button"
            className="btn btn-sm btn-ghost font-normal"
            disabled={!hydrated}
            onClick={() => setDialog('change')}
          >
            <Icon name="edit" className="size-4" />
            {t('training:run.change')}
          </button>
          <button
            type="button"
            className="btn btn-sm btn-ghost font-normal text-error"
            disabled={!hydrated}
            onClick={() => setDialog('cancel')}
          >
            <Icon name="x-circle" className="size-4" />
            {t('training:run.cancel')}
          </button>
        </>
      )}
      <HistoryButton
        isSmall
        kind="trainingSession"
        id={id}
        name={session.title}
        timeZone={timeZone}
        describe={(change) => sessionChange(change, words, [timeZone, locale])}
      />
      {dialog === 'change' && <SessionDialog session={session} timeZone={timeZone} onClose={() => setDialog(null)} />}
      {dialog === 'cancel' && (
        <ReasonDialog
          title={t('training:run.cancelTitle')}
          hint={t('training:run.cancelHint')}
          action={t('training:run.cancel')}
          send={async (reason) => {
            await api('POST /course/auth/training/session/cancel', { id, reason }, { isShowErrTip: false });
            notify(t('training:run.cancelled'), 'success');
            invalidate(VIEW);
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  );
}

/** The confirmation of the attendance, once the class is over, and again after corrections. */
function Confirmation({ session }: { session: RunView }) {
  const t = useT();
  const hydrated = useHydrated();
  const dialog = useRef<HTMLDialogElement>(null);
  const { id, status, confirmable, unconfirmedCount, people } = session;
  const { run, isPending } = useAction(async () => {
    const { completedCount, withdrawnCount } = await api('POST /course/auth/training/attendance/confirm', {
      sessionId: id,
    });
    notify(t('training:confirm.done', { completed: completedCount, withdrawn: withdrawnCount }), 'success');
    invalidate(VIEW);
  });
  if (status === 'cancelled') return null;
  const isConfirmed = status === 'closed' && unconfirmedCount === 0;
  const hint = isConfirmed ? 'confirmed' : status === 'closed' ? 'changed' : confirmable ? 'open' : 'early';
  const booked = people.filter(({ seat }) => seat === 'booked');
  const signed = booked.filter(({ state }) => state !== null && state !== 'absent');
  return (
    <section className="paper flex flex-wrap items-center justify-between gap-4 p-4 sm:p-6" aria-labelledby="confirm">
      <div className="min-w-0">
        <h2 id="confirm" className="font-semibold">
          {t('training:confirm.title')}
        </h2>
        <p className="text-sm text-muted">{t(`training:confirm.${hint}`)}</p>
      </div>
      {!isConfirmed && (
        <button
          type="button"
          className="btn btn-primary"
          disabled={!hydrated || !confirmable}
          aria-disabled={isPending}
          onClick={() => dialog.current!.showModal()}
        >
          <Icon name="check" className="size-4" />
          {t('training:confirm.action')}
        </button>
      )}
      <ConfirmDialog
        ref={dialog}
        title={t('training:confirm.ask')}
        text={t('training:confirm.text', { present: signed.length, absent: booked.length - signed.length })}
        action={t('training:confirm.action')}
        onConfirm={() => void run()}
      />
    </section>
  );
}

export default island(({ given, ...props }: Props & { given: Given }) => (
  <GivenContext value={given}>
    <RunScreen {...props} />
  </GivenContext>
));
