import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import { clockTime } from '#src/lib/clock-time.ts';
import { mergeRanges } from '#src/lib/ranges.ts';
import { Overlay, TakenOver } from './Overlay.tsx';
import type { Resource, Standing } from './room.ts';
import type { StudyPlayer } from './study-player.ts';
import { useIdle } from './use-idle.ts';
import { useStudiedSeconds } from './use-studied-seconds.ts';

const INTERVAL = 15_000;
/** Maximum counted reading time in a separate tab, seconds: equal to the idle limit. */
const LONGEST_AWAY = 600;

type Props = { resource: Resource; standing: Standing; player: StudyPlayer };
/** How this browser shows the document: inside the page, as an image, or in a separate tab. */
type View = 'frame' | 'picture' | 'tab';

/**
 * A document or an image. Each second of reading is the next second of `totalDuration`, and counts while the page is
 * visible and the user is active (design section 9).
 */
export function Reader({ resource, standing, player }: Props) {
  const t = useT();
  const phase = useStore(player.$phase);
  const [view, setView] = useState<View | null>(null);
  const [idle, wake] = useIdle(view !== 'tab');
  const clock = useRef({ studied: 0, away: null as number | null, read: standing.watchedSeconds });
  const reading = phase === 'open' && !idle;

  const read = (seconds: number) => {
    const now = clock.current;
    now.studied += seconds;
    player.set({ studiedSeconds: Math.floor(now.studied) });
    const before = Math.floor(now.read);
    now.read = Math.min(resource.totalDuration, now.read + seconds);
    const after = Math.floor(now.read);
    if (after > before) player.add([before, after]);
    player.set({ position: after });
  };
  useStudiedSeconds(reading, false, read);

  useEffect(() => {
    const isPicture = resource.mime?.startsWith('image/') ?? false;
    const inFrame = resource.mime === 'application/pdf' && navigator.pdfViewerEnabled;
    setView(isPicture ? 'picture' : inFrame ? 'frame' : 'tab');
    player.set({ active: true, playbackRate: 1, captionsOn: resource.captionsOn });
    void player.open();
  }, [player, resource]);
  useEffect(() => {
    player.set({ active: reading });
    if (!reading) return void player.flush();
    const timer = setInterval(() => void player.flush(), INTERVAL);
    return () => clearInterval(timer);
  }, [reading, player]);
  useEffect(() => {
    const changed = () => {
      const hidden = document.visibilityState === 'hidden';
      // Read in a separate tab: the time until the return is reading time.
      const { away } = clock.current;
      if (!hidden && away !== null) {
        read(Math.min(LONGEST_AWAY, (performance.now() - away) / 1000));
        clock.current.away = null;
      }
      player.set({ active: !hidden || away !== null });
      void player.flush({ keepalive: hidden });
    };
    document.addEventListener('visibilitychange', changed);
    return () => document.removeEventListener('visibilitychange', changed);
  });

  const goOn = async () => {
    const opened = await player.open();
    if (opened) clock.current = { studied: 0, away: null, read: opened.watchedSeconds };
  };
  const opened = () => {
    if (view === 'tab') clock.current.away = performance.now();
  };
  const seconds = Math.min(
    resource.totalDuration,
    mergeRanges([...standing.watched, ...player.unanswered]).reduce((sum, [from, to]) => sum + to - from, 0),
  );
  return (
    <div className="paper relative overflow-hidden" data-phase={phase}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-base-300 px-4 py-2 text-sm">
        <span className="inline-flex min-w-0 grow items-center gap-2">
          <Icon name={view === 'picture' ? 'image' : 'file'} className="size-4 text-muted" />
          <span className="truncate">{resource.fileName}</span>
        </span>
        <span className="text-muted tabular-nums">
          {t('study:reader.time', { read: clockTime(seconds), total: clockTime(resource.totalDuration) })}
        </span>
        <a
          href={resource.fileUrl!}
          target="_blank"
          rel="noopener"
          onClick={opened}
          className="link link-primary inline-flex items-center gap-1"
        >
          {t('study:reader.newTab')}
          <Icon name="external" className="size-4" />
        </a>
      </div>
      <div className="relative">
        {view === null && <div className="skeleton h-[70dvh] rounded-none" />}
        {view === 'frame' && (
          <iframe
            src={resource.fileUrl!}
            title={resource.subResourceName}
            className="block h-[75dvh] w-full bg-base-200"
          />
        )}
        {view === 'picture' && (
          <img
            src={resource.fileUrl!}
            alt={resource.subResourceName}
            className="mx-auto block max-h-[75dvh] w-auto max-w-full object-contain"
          />
        )}
        {view === 'tab' && (
          <EmptyState title={t('study:reader.noViewer')} hint={t('study:reader.noViewerHint')} icon="file">
            <a
              href={resource.fileUrl!}
              target="_blank"
              rel="noopener"
              onClick={opened}
              className="btn btn-primary btn-sm"
            >
              {t('study:reader.open')}
            </a>
          </EmptyState>
        )}
        {phase === 'takenOver' ? (
          <TakenOver onContinue={() => void goOn()} />
        ) : phase === 'offline' ? (
          <Overlay
            icon="offline"
            title={t('study:record.offline')}
            action={t('common:retry')}
            onAction={() => void goOn()}
          />
        ) : (
          idle && (
            <Overlay
              icon="clock"
              title={t('study:reader.idle')}
              hint={t('study:reader.idleHint')}
              action={t('study:reader.stillHere')}
              onAction={wake}
            />
          )
        )}
      </div>
    </div>
  );
}
