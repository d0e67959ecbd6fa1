import { type ComponentProps, useEffect, useRef } from 'react';
import { api } from '#src/client/api.ts';
import { notify } from '#src/client/notify.ts';
import { type Given, GivenContext, useCall } from '#src/client/query.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { Icon } from '#src/components/Icon.tsx';
import { island, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { useForm } from '#src/client/use-form.ts';
import { FormAlert } from '#src/components/FormAlert.tsx';
import { lazyPart } from '#src/components/lazy-part.tsx';
import { FormField } from '#src/components/FormField.tsx';
import { SubmitButton } from '#src/components/SubmitButton.tsx';
import { TextArea } from '#src/components/TextArea.tsx';
import { HistoryButton } from '#src/features/admin/kit/History.tsx';
import { AttendanceTable } from './AttendanceTable.tsx';
import { ChatControls } from './ChatControls.tsx';
import { ChatPanel } from './ChatPanel.tsx';
import type BroadcastPanel from './broadcast/BroadcastPanel.tsx';
import { IngestPanel } from './IngestPanel.tsx';
import { PollList } from './PollList.tsx';
import { SessionForm, useLiveChange } from './SessionForm.tsx';
import { StatusButtons } from './StatusButtons.tsx';
import { StreamPlayer } from './StreamPlayer.tsx';
import { useLiveNews } from './use-live-news.ts';
import type { Led } from './broadcast/use-broadcast.ts';

type Props = { led: Led; viewerId: string | null; time: string; timeZone: string; given: Given };

/** Its code is for those who broadcast from the browser. */
const LazyBroadcast = lazyPart<ComponentProps<typeof BroadcastPanel>>(
  async () => (await import('./broadcast/BroadcastPanel.tsx')).default,
  3,
);
const CALL = 'GET /course/auth/live/host/view';

function Console({ led: first, viewerId, time, timeZone, locale }: Props & { locale: 'zh' | 'en' }) {
  const t = useT();
  const { id } = first;
  const hydrated = useHydrated();
  const beforeEnd = useRef(() => Promise.resolve());
  const preview = useRef<HTMLVideoElement>(null);
  const { state, setState, messages, add } = useLiveNews(id, first.state);
  const query = useCall(CALL, { id });
  const led = query.data ?? first;
  const { revision, receiving } = state;
  const { reload } = query;
  const latest = useRef(reload);
  useEffect(() => {
    latest.current = reload;
  }, [reload]);
  useEffect(() => {
    if (revision !== first.state.revision || receiving !== first.state.receiving) latest.current();
  }, [revision, receiving, first]);

  const moderate = useAction(async (messageId: string, change: { hidden?: boolean; answered?: boolean }) => {
    await api('POST /course/auth/live/message/moderate', { id: messageId, ...change });
  });
  const mute = useAction(async (userId: string) => {
    await api('POST /course/auth/live/mute/save', { id, userId, muted: true });
    notify(t('live:host.muted'), 'success');
  });
  const lower = useAction(async (userId: string) => {
    await api('POST /course/auth/live/hand/lower', { id, userId });
  });
  const close = useAction(async (pollId: string) => {
    await api('POST /course/auth/live/poll/close', { id: pollId });
  });
  const describe = useLiveChange(timeZone);
  const isOpen = state.status !== 'ended' && state.status !== 'cancelled';

  return (
    <div className="page py-6">
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <a className="link-hover link text-muted" href={href(locale, '/account/live')}>
          {t('live:host.title')}
        </a>
        <span className={`badge badge-sm ${state.status === 'live' ? 'badge-error' : 'badge-outline'}`} role="status">
          {t(`live:status.${state.status}`)}
        </span>
        {isOpen && (
          <span className="inline-flex items-center gap-1 text-muted">
            <Icon name="eye" className="size-4" />
            {t('live:present', { count: state.presentCount })}
          </span>
        )}
      </p>
      <div className="mt-2 mb-6 flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <h1 className="text-2xl font-semibold break-words">{led.title}</h1>
          <p className="text-sm text-muted">
            {led.courseTitle} · {time}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <a className="btn btn-outline btn-sm" href={href(locale, `/live/watch/${id}`)}>
            {t('live:host.watch')}
          </a>
          <HistoryButton isSmall kind="liveSession" id={id} name={led.title} timeZone={timeZone} describe={describe} />
          <StatusButtons
            id={id}
            status={state.status}
            reopenable={state.reopenable}
            isReady={hydrated}
            beforeEnd={beforeEnd}
            onChanged={setState}
          />
        </div>
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-6">
          {/* The skeleton is as high as the panel, so that the buttons below do not move when it is loaded. */}
          <div className={isOpen ? 'grid min-h-60 sm:min-h-48' : undefined}>
            <LazyBroadcast led={led} status={state.status} beforeEnd={beforeEnd} onChanged={reload} />
          </div>
          {isOpen && <IngestPanel led={led} receiving={receiving} onChanged={reload} />}
          {led.previewUrl && (
            <section className="paper flex flex-col gap-3 p-4" aria-label={t('live:host.preview')}>
              <h2 className="font-medium">{t('live:host.preview')}</h2>
              <StreamPlayer
                element={preview}
                playback={{ kind: 'hls', url: first.previewUrl ?? led.previewUrl }}
                title={t('live:host.preview')}
                isLive={isOpen}
                muted
              />
            </section>
          )}
          {state.status === 'live' && <PollForm sessionId={id} />}
          <PollList polls={led.polls} votes={new Map()} onClose={(pollId) => void close.run(pollId)} />
          <AttendanceTable id={id} locale={locale} timeZone={timeZone} refresh={state.presentCount} />
          {state.status === 'planned' && (
            <details className="paper p-4">
              <summary className="cursor-pointer font-medium">{t('live:form.edit')}</summary>
              <SessionForm courses={[{ id: led.courseId, title: led.courseTitle }]} timeZone={timeZone} session={led} />
            </details>
          )}
        </div>
        <aside className="flex min-w-0 flex-col gap-4">
          {led.hands.length > 0 && (
            <section className="paper flex flex-col gap-2 p-4" aria-label={t('live:hand.label')}>
              <h2 className="font-medium">{t('live:hand.label')}</h2>
              <ul className="flex flex-col gap-1">
                {led.hands.map(({ userId, userName }) => (
                  <li key={userId} className="flex items-center justify-between gap-2 text-sm">
                    <span className="truncate">{userName}</span>
                    <button type="button" className="btn btn-xs" onClick={() => void lower.run(userId)}>
                      {t('live:hand.done')}
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          )}
          {isOpen && <ChatControls id={id} state={state} onChanged={setState} />}
          <ChatPanel
            sessionId={id}
            state={state}
            messages={messages}
            isHost
            viewerId={viewerId}
            onSaid={(message) => add([message])}
            moderation={{
              moderate: (messageId, change) => void moderate.run(messageId, change),
              mute: (userId) => void mute.run(userId),
            }}
          />
        </aside>
      </div>
    </div>
  );
}

/** The lecturer's console of a live class: key, preview, start and end, moderation, hands, polls, attendance. */
export default island(function LiveConsole(props: Props & { locale: 'zh' | 'en' }) {
  return (
    <GivenContext value={props.given}>
      <Console {...props} />
    </GivenContext>
  );
});

/** Starts a poll: a question, and one option per line. */
function PollForm({ sessionId }: { sessionId: string }) {
  const t = useT();
  const form = useForm({
    fallback: t('common:operationFailed'),
    send: async (values) => {
      const options = String(values.get('options'))
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '');
      const question = String(values.get('question'));
      await api('POST /course/auth/live/poll/save', { id: sessionId, question, options }, { _No_dispose: true });
      form.form.ref.current?.reset();
    },
  });
  return (
    <details className="paper p-4">
      <summary className="cursor-pointer font-medium">{t('live:poll.new')}</summary>
      <form {...form.form} className="mt-4 flex flex-col gap-4">
        <FormAlert text={form.alert} />
        <FormField {...form.field('question')} label={t('live:poll.question')} maxLength={100} />
        <TextArea {...form.field('options')} label={t('live:poll.options')} hint={t('live:poll.optionsHint')} />
        <SubmitButton {...form.submit} className="btn-sm self-start">
          {t('live:poll.start')}
        </SubmitButton>
      </form>
    </details>
  );
}
