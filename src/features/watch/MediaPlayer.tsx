import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { Cover } from '#src/components/Cover.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { useHydrated } from '#src/client/use-live.ts';
import { useT } from '#src/i18n/island.tsx';
import type { Locale } from '#src/i18n/locale.ts';
import { MediaControls } from './MediaControls.tsx';
import { Overlay, TakenOver } from './Overlay.tsx';
import { QuestionOverlay } from './QuestionOverlay.tsx';
import type { Resource, ResourceProgress } from './room.ts';
import type { StudyPlayer } from './study-player.ts';
import { TranscriptPanel } from './TranscriptPanel.tsx';
import { useCaptions } from './use-captions.ts';
import { useMedia } from './use-media.ts';
import { usePlayerKeys } from './use-player-keys.ts';
import './media.css';

type Props = {
  courseId: string;
  /** Of the course, shown before playback. */
  cover: string | null;
  resource: Resource;
  progress: ResourceProgress;
  next: Resource | null;
  maxPlaybackRate: number;
  noSkipping: boolean;
  watermark: string | null;
  player: StudyPlayer;
  onChoose: (id: string) => void;
  locale: Locale;
};

/** Video and audio player with custom controls for mouse, touch and keyboard; reports what was played. */
export function MediaPlayer(props: Props) {
  const { courseId, cover, resource, next, maxPlaybackRate, watermark, player, onChoose, locale } = props;
  const t = useT();
  const frame = useRef<HTMLDivElement>(null);
  const element = useRef<HTMLVideoElement>(null);
  const media = useMedia(element, resource, player, props);
  const { source, asking } = media;
  const phase = useStore(player.$phase);
  const hydrated = useHydrated();
  const [fullscreen, setFullscreen] = useState(false);
  const [transcript, setTranscript] = useState(false);
  const isVideo = resource.resourceType === 2;
  const captions = useCaptions(element, resource, {
    locale,
    shown: media.captionsOn,
    wanted: media.captionsOn || transcript,
  });

  useEffect(() => {
    const changed = () => setFullscreen(document.fullscreenElement === frame.current);
    document.addEventListener('fullscreenchange', changed);
    return () => document.removeEventListener('fullscreenchange', changed);
  }, []);

  const toggleFullscreen = () => {
    if (document.fullscreenElement) void document.exitFullscreen();
    else if (frame.current?.requestFullscreen) void frame.current.requestFullscreen();
    // On iPhones only the video element itself can be full screen.
    else (element.current as { webkitEnterFullscreen?: () => void } | null)?.webkitEnterFullscreen?.();
  };
  // The small window shows the bare video: not with a watermark.
  const hasSmallWindow = hydrated && isVideo && !watermark && document.pictureInPictureEnabled;
  const toggleSmallWindow = () => {
    const done = document.pictureInPictureElement
      ? document.exitPictureInPicture()
      : element.current?.requestPictureInPicture();
    void done?.catch(() => undefined);
  };
  usePlayerKeys(frame, {
    ...{ media, duration: resource.totalDuration, maxPlaybackRate },
    toggleFullscreen: () => isVideo && toggleFullscreen(),
    toggleSmallWindow: () => hasSmallWindow && toggleSmallWindow(),
  });
  const start = () => {
    media.toggle();
    // The button will be removed; keeps keyboard control.
    frame.current?.focus({ preventScroll: true });
  };
  const goOn = async () => {
    const opened = await player.open();
    if (opened) media.resume(opened.fileUrl, opened.resumeAt);
  };
  const question = phase === 'takenOver' ? null : asking.current;
  const size = fullscreen
    ? 'grow'
    : `aspect-video max-h-[70dvh] ${question ? 'max-sm:aspect-auto max-sm:max-h-none' : ''}`;

  return (
    <>
      <div
        ref={frame}
        role="group"
        aria-label={t('study:player.label', { title: resource.subResourceName })}
        tabIndex={0}
        data-phase={phase}
        className={`relative flex flex-col overflow-hidden bg-neutral-950 text-white ${fullscreen ? 'h-dvh' : 'rounded-box'}`}
      >
        <div className={`relative min-h-0 ${isVideo ? size : question ? 'min-h-44' : 'h-44'}`}>
          <video
            ref={element}
            src={source.src ?? undefined}
            preload="metadata"
            playsInline
            disablePictureInPicture={watermark !== null}
            onClick={media.toggle}
            className={isVideo ? `size-full ${question ? 'max-sm:hidden' : ''}` : 'sr-only'}
            {...media.events}
          />
          {!question && (!isVideo || (!media.playing && media.time === 0)) && (
            // Not the first frame: videos often start with an empty one.
            <Cover
              seed={courseId}
              src={cover}
              eager
              sizes="(width >= 64rem) 55rem, 100vw"
              className="pointer-events-none absolute inset-0 size-full"
            />
          )}
          {!isVideo && media.playing && !question && (
            <div className="absolute inset-0 grid place-items-center bg-black/25">
              <Icon name="audio" className="size-16 text-white/70" />
            </div>
          )}
          {isVideo && watermark && (
            <div aria-hidden="true" className="media-watermark">
              {watermark}
            </div>
          )}
          {!media.playing && phase !== 'takenOver' && !source.failed && !question && (
            <button
              type="button"
              onClick={start}
              disabled={!hydrated}
              className="absolute inset-0 grid cursor-pointer place-items-center bg-black/25"
              aria-label={t(media.ended ? 'study:player.replay' : 'study:player.play')}
            >
              <span className="grid size-16 place-items-center rounded-full bg-primary text-primary-content">
                <Icon name={media.ended ? 'refresh' : 'play'} className="size-7" />
              </span>
            </button>
          )}
          {question && (
            <QuestionOverlay key={question.id} question={question} asking={asking} onContinue={media.play} />
          )}
          {phase === 'takenOver' && <TakenOver onContinue={() => void goOn()} />}
          {source.failed && (
            <Overlay
              icon="warning"
              title={t('study:player.failed')}
              hint={t('study:player.failedHint')}
              action={t('common:retry')}
              onAction={media.reload}
            />
          )}
          {media.ended && next && phase !== 'takenOver' && (
            <button
              type="button"
              className="btn btn-primary btn-sm absolute end-4 bottom-4"
              onClick={() => onChoose(next.subResourceId)}
            >
              {t('study:next', { title: next.subResourceName })}
            </button>
          )}
        </div>
        <p role="status" className="bg-neutral-900 px-3 text-sm text-warning not-empty:pt-2">
          {media.held && t(`study:player.held.${media.held}`)}
        </p>
        <MediaControls
          media={media}
          captions={captions}
          thumbnails={resource.thumbnails}
          duration={resource.totalDuration}
          maxPlaybackRate={maxPlaybackRate}
          fullscreen={fullscreen}
          onFullscreen={isVideo ? toggleFullscreen : null}
          onSmallWindow={hasSmallWindow ? toggleSmallWindow : null}
        />
      </div>
      {captions.languages.length > 0 && (
        <TranscriptPanel
          captions={captions}
          time={media.time}
          open={transcript}
          onToggle={() => setTranscript((before) => !before)}
          onSeek={media.seek}
        />
      )}
    </>
  );
}
