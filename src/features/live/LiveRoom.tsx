import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '#src/client/api.ts';
import { useAction } from '#src/client/use-action.ts';
import { useHydrated } from '#src/client/use-live.ts';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { island, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { ChatPanel } from './ChatPanel.tsx';
import { PollList } from './PollList.tsx';
import { PresenceLine } from './PresenceLine.tsx';
import { ReplayChat } from './ReplayChat.tsx';
import { StreamPlayer } from './StreamPlayer.tsx';
import { useAttendance } from './use-attendance.ts';
import { type LiveView, useLiveNews } from './use-live-news.ts';
import { useRecording } from './use-recording.ts';
import { WaitingRoom } from './WaitingRoom.tsx';

type Props = { view: LiveView; viewerId: string | null; time: string };

/** A live class: waiting room, stream with chat and polls, recording. */
export default island(function LiveRoom({ view: given, viewerId, time, locale }: Props & { locale: 'zh' | 'en' }) {
  const t = useT();
  const [view, setView] = useState(given);
  const { state, messages, add, isConnected } = useLiveNews(view.id, view.state);
  const hydrated = useHydrated();
  const video = useRef<HTMLVideoElement>(null);
  const [seconds, setSeconds] = useState(0);
  const [votes, setVotes] = useState<ReadonlyMap<string, number>>(
    () => new Map(given.ownVotes.map(({ pollId, choice }) => [pollId, choice])),
  );
  const [handRaised, setHandRaised] = useState(given.handRaised);
  const { status } = state;
  const isRunning = status === 'live' || status === 'waiting';
  const isPlaying = useCallback(() => video.current?.paused === false, []);
  const presence = useAttendance(view.id, status, view.presence, isPlaying);
  const { id } = view;
  const reload = useCallback(() => {
    // What fails here is read again with the next change of the state.
    api('GET /course/auth/live/view', { id }, { _No_dispose: true }).then(setView, () => undefined);
  }, [id]);
  // Playback is another one after the start, the end, and when the recording is ready.
  const shownRevision = status === 'ended' ? state.revision : status;
  const [seenRevision, setSeen] = useState(shownRevision);
  useEffect(() => {
    if (shownRevision === seenRevision) return;
    setSeen(shownRevision);
    reload();
  }, [shownRevision, seenRevision, reload]);
  useEffect(() => {
    if (state.handCount === 0) setHandRaised(false);
  }, [state.handCount]);
  const counts = status === 'ended' && view.recordingSeconds > 0 && view.recordingCounts && view.playback;
  useRecording(video, counts ? view.resourceId : null, reload);

  const hand = useAction(async () => {
    const { raised } = await api('POST /course/auth/live/hand/save', { id, raised: !handRaised });
    setHandRaised(raised);
  });
  const vote = useAction(async (pollId: string, choice: number) => {
    const saved = await api('POST /course/auth/live/poll/vote', { pollId, choice });
    setVotes((before) => new Map(before).set(pollId, saved.choice));
  });

  return (
    <div className="page grid items-start gap-6 py-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="flex min-w-0 flex-col gap-4">
        {(status === 'planned' || status === 'waiting') && (
          <WaitingRoom startAt={state.startAt} serverTime={given.serverTime} isOpen={status === 'waiting'} />
        )}
        {(status === 'live' || status === 'ended') && view.playback && (
          <StreamPlayer
            // Another player for the recording: the stream has ended.
            key={view.playback.kind + status}
            element={video}
            playback={view.playback}
            posterUrl={view.posterUrl}
            title={view.title}
            isLive={status === 'live'}
            onTime={setSeconds}
          />
        )}
        {((status === 'ended' && !view.playback) || status === 'cancelled') && (
          <div className="paper">
            <EmptyState
              icon="video"
              title={t(`live:status.${status}`)}
              hint={t(status === 'ended' ? 'live:stage.noRecording' : 'live:stage.cancelled')}
              action={{ href: href(locale, `/knowledge/course/${view.courseId}`), label: t('live:toCourse') }}
            />
          </div>
        )}
        <div className="flex flex-wrap items-start justify-between gap-4">
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-2 text-sm">
              <span className={`badge badge-sm ${status === 'live' ? 'badge-error' : 'badge-outline'}`} role="status">
                {t(`live:status.${status}`)}
              </span>
              {isRunning && (
                <span className="inline-flex items-center gap-1 text-muted">
                  <Icon name="eye" className="size-4" />
                  {t('live:present', { count: state.presentCount })}
                </span>
              )}
              {hydrated && isRunning && !isConnected && (
                <span className="inline-flex items-center gap-1 text-warning">
                  <Icon name="offline" className="size-4" />
                  {t('live:reconnecting')}
                </span>
              )}
            </p>
            <h1 className="mt-2 text-xl font-semibold break-words">{view.title}</h1>
            <p className="text-sm text-muted">
              <a className="link-hover link" href={href(locale, `/knowledge/course/${view.courseId}`)}>
                {view.courseTitle}
              </a>
              {view.lecturerName && ` · ${view.lecturerName}`} · {time}
            </p>
          </div>
          <div className="flex gap-2">
            {view.isHost && (
              <a className="btn btn-outline btn-sm" href={href(locale, `/account/live/${id}`)}>
                <Icon name="admin" className="size-4" />
                {t('live:toConsole')}
              </a>
            )}
            {status === 'live' && !view.isHost && (
              <button
                type="button"
                className={`btn btn-sm ${handRaised ? 'btn-primary' : 'btn-outline'}`}
                aria-pressed={handRaised}
                disabled={!hydrated}
                onClick={() => void hand.run()}
              >
                <Icon name="megaphone" className="size-4" />
                {t(handRaised ? 'live:hand.lower' : 'live:hand.raise')}
              </button>
            )}
          </div>
        </div>
        {status !== 'cancelled' && (
          <PresenceLine
            sessionId={id}
            presence={status === 'ended' ? view.presence : presence}
            isOver={status === 'ended'}
            percent={view.requiredPercent}
            recordingCounts={view.recordingCounts}
          />
        )}
        <PollList
          polls={state.polls}
          votes={votes}
          onVote={status === 'live' ? (pollId, choice) => void vote.run(pollId, choice) : undefined}
        />
      </div>
      <aside className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-20">
        {status === 'ended' ? (
          <ReplayChat sessionId={id} seconds={seconds} viewerId={viewerId} />
        ) : (
          <ChatPanel
            sessionId={id}
            state={state}
            messages={messages}
            isHost={view.isHost}
            viewerId={viewerId}
            onSaid={(message) => add([message])}
          />
        )}
      </aside>
    </div>
  );
});
