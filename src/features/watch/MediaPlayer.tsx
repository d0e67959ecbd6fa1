import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';
import type { Locale } from '#src/i18n/locale.ts';
import { mergeRanges } from '#src/lib/ranges.ts';
import { MediaControls } from './MediaControls.tsx';
import { Overlay, TakenOver } from './Overlay.tsx';
import type { Resource, Standing } from './room.ts';
import type { StudyPlayer } from './study-player.ts';
import { useMedia } from './use-media.ts';

type Props = {
  resource: Resource;
  standing: Standing;
  next: Resource | null;
  maxPlaybackRate: number;
  player: StudyPlayer;
  onChoose: (id: string) => void;
  locale: Locale;
};

/** Video and audio player with custom controls for mouse, touch and keyboard; reports what was played. */
export function MediaPlayer({ resource, standing, next, maxPlaybackRate, player, onChoose, locale }: Props) {
  const t = useT();
  const frame = useRef<HTMLDivElement>(null);
  const element = useRef<HTMLVideoElement>(null);
  const media = useMedia(element, resource, player, maxPlaybackRate);
  const phase = useStore(player.$phase);
  const [fullscreen, setFullscreen] = useState(false);
  const isVideo = resource.resourceType === 2;

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
  const start = () => {
    media.toggle();
    // The button will be removed; keeps keyboard control.
    frame.current?.focus({ preventScroll: true });
  };
  const goOn = async () => {
    const opened = await player.open();
    if (opened) media.resume(opened.fileUrl, opened.resumeAt);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    const here = target === document.body || frame.current?.contains(target);
    if (!here || event.altKey || event.ctrlKey || event.metaKey) return;
    const busy = target.closest('select, input:not([data-seek]), [role=alertdialog]');
    if (busy || (event.key === ' ' && target.closest('button, a'))) return;
    const act = {
      ' ': media.toggle,
      k: media.toggle,
      ArrowLeft: () => media.seek(media.time - 5),
      ArrowRight: () => media.seek(media.time + 5),
      ArrowUp: () => media.setVolume(media.volume + 0.1),
      ArrowDown: () => media.setVolume(media.volume - 0.1),
      c: media.toggleCaptions,
      f: isVideo ? toggleFullscreen : () => undefined,
      m: media.toggleMuted,
    }[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    // The page itself scrolls with these, unless the player has the focus.
    if (!act || (target === document.body && event.key.startsWith('Arrow'))) return;
    event.preventDefault();
    act();
  };
  useEffect(() => {
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  });

  return (
    <div
      ref={frame}
      role="group"
      aria-label={t('study:player.label', { title: resource.subResourceName })}
      tabIndex={0}
      data-phase={phase}
      className={`relative flex flex-col overflow-hidden bg-neutral-950 text-white ${fullscreen ? 'h-dvh' : 'rounded-box'}`}
    >
      <div className={`relative min-h-0 ${isVideo ? (fullscreen ? 'grow' : 'aspect-video max-h-[70dvh]') : 'h-44'}`}>
        <video
          ref={element}
          src={media.src ?? undefined}
          preload="metadata"
          playsInline
          onClick={media.toggle}
          className={isVideo ? 'size-full' : 'sr-only'}
          {...media.events}
        >
          {resource.captionsUrl && (
            <track kind="captions" src={resource.captionsUrl} srcLang={locale} label={t('study:player.captions')} />
          )}
        </video>
        {!isVideo && (
          <div className="absolute inset-0 grid place-items-center">
            <Icon name="audio" className="size-16 text-white/70" />
          </div>
        )}
        {!media.playing && phase !== 'takenOver' && !media.failed && (
          <button
            type="button"
            onClick={start}
            // Before playback the tenant's colour: videos often start with an empty frame.
            className={`absolute inset-0 grid cursor-pointer place-items-center ${isVideo && media.time === 0 ? 'bg-primary-deep' : 'bg-black/25'}`}
            aria-label={t(media.ended ? 'study:player.replay' : 'study:player.play')}
          >
            <span className="grid size-16 place-items-center rounded-full bg-primary text-primary-content">
              <Icon name={media.ended ? 'refresh' : 'play'} className="size-7" />
            </span>
          </button>
        )}
        {phase === 'takenOver' && <TakenOver onContinue={() => void goOn()} />}
        {media.failed && (
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
      <MediaControls
        media={media}
        watched={mergeRanges([...standing.watched, ...media.unanswered])}
        duration={resource.totalDuration}
        maxPlaybackRate={maxPlaybackRate}
        hasCaptions={Boolean(resource.captionsUrl)}
        fullscreen={fullscreen}
        onFullscreen={isVideo ? toggleFullscreen : null}
      />
    </div>
  );
}
