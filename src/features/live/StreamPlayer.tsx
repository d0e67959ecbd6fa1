import { type RefObject, useEffect, useState } from 'react';
import { Icon } from '#src/components/Icon.tsx';
import { useT } from '#src/i18n/island.tsx';

type Props = {
  element: RefObject<HTMLVideoElement | null>;
  playback: { kind: 'hls' | 'file'; url: string };
  posterUrl?: string | null;
  title: string;
  /** A running class: viewers may go back in time, and return to what is happening now. */
  isLive: boolean;
  muted?: boolean;
  onTime?: (seconds: number) => void;
};

/** Delay before a stream that failed is loaded again. */
const RETRY_MS = 2_000;
/** Further behind the end of the stream than this is the past, seconds. */
const BEHIND_SECONDS = 20;

/**
 * Plays the stream or the recording of a class. HLS is played by hls.js, whose code is loaded for it, or by the browser
 * where there are no media source extensions (iPhones).
 */
export function StreamPlayer({ element, playback, posterUrl, title, isLive, muted, onTime }: Props) {
  const t = useT();
  const [isBehind, setBehind] = useState(false);
  const [isWaiting, setWaiting] = useState(isLive);
  const { kind, url } = playback;

  useEffect(() => {
    const video = element.current;
    if (!video) return undefined;
    if (kind === 'file') {
      video.src = url;
      return undefined;
    }
    let stop: (() => void) | undefined;
    let isGone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const start = async () => {
      const { default: Hls } = await import('hls.js');
      if (isGone) return;
      if (!Hls.isSupported()) {
        video.src = url;
        return;
      }
      const hls = new Hls({ backBufferLength: 120, liveSyncDurationCount: 2 });
      stop = () => hls.destroy();
      hls.on(Hls.Events.ERROR, (_event, { fatal }) => {
        if (!fatal) return;
        // Before the first segment, after a restart of the portal, or a broken segment: begins anew.
        hls.destroy();
        setWaiting(isLive);
        timer = setTimeout(() => void start(), RETRY_MS);
      });
      hls.loadSource(url);
      hls.attachMedia(video);
    };
    void start();
    return () => {
      isGone = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [element, kind, url, isLive]);

  const end = (video: HTMLVideoElement) =>
    video.seekable.length > 0 ? video.seekable.end(video.seekable.length - 1) : 0;
  const toLive = () => {
    const video = element.current;
    if (!video) return;
    video.currentTime = Math.max(0, end(video) - 4);
    void video.play().catch(() => undefined);
  };
  return (
    <div className="relative aspect-video max-h-[70dvh] w-full overflow-hidden rounded-box bg-neutral-950">
      <video
        ref={element}
        className="size-full"
        aria-label={title}
        poster={posterUrl ?? undefined}
        controls
        controlsList="nodownload"
        playsInline
        autoPlay={isLive}
        muted={muted}
        onPlaying={() => setWaiting(false)}
        onTimeUpdate={({ currentTarget: video }) => {
          if (isLive) setBehind(end(video) - video.currentTime > BEHIND_SECONDS);
          onTime?.(video.currentTime);
        }}
      />
      {isWaiting && (
        <p
          role="status"
          className="absolute inset-x-0 top-0 flex items-center justify-center gap-2 bg-black/60 p-2 text-sm text-white"
        >
          <span className="loading loading-spinner loading-xs" aria-hidden="true" />
          {t('live:stage.connecting')}
        </p>
      )}
      {isLive && isBehind && (
        <button type="button" className="btn btn-primary btn-sm absolute end-3 top-3" onClick={toLive}>
          <Icon name="play" className="size-4" />
          {t('live:stage.toLive')}
        </button>
      )}
    </div>
  );
}
