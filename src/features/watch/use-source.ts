import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Resource } from './room.ts';

const HLS_TYPE = 'application/vnd.apple.mpegurl';
/** Height in pixels, or chosen by the speed of the network. */
export type Quality = number | 'auto';
type Urls = Pick<Resource, 'fileUrl' | 'hlsUrl'>;

/**
 * What a media element plays: the HLS rendition where there is one, natively or by hls.js, which is loaded only then; the
 * original otherwise, also when the rendition cannot be played.
 * @param onChange called before another source is loaded, to keep the position
 */
export function useSource(element: RefObject<HTMLVideoElement | null>, resource: Resource, onChange: () => void) {
  const [urls, setUrls] = useState<Urls>(resource);
  const [quality, setQuality] = useState<Quality>('auto');
  const [hlsFailed, setHlsFailed] = useState(false);
  const [failed, setFailed] = useState(false);
  const playlist = urls.hlsUrl && !hlsFailed ? variant(urls.hlsUrl, quality) : null;
  // The server does not know what the browser can play: a rendition is attached in the browser.
  const [native, setNative] = useState<string | null>(null);
  const change = useRef(onChange);
  useEffect(() => {
    change.current = onChange;
  });

  useEffect(() => {
    const video = element.current;
    if (!video || !playlist) return;
    if (video.canPlayType(HLS_TYPE)) {
      setNative(playlist);
      return () => setNative(null);
    }
    let detach: (() => void) | null = null;
    let gone = false;
    const fail = () => {
      if (gone) return;
      change.current();
      setHlsFailed(true);
    };
    import('./hls-source.ts').then(({ attachHls }) => {
      if (!gone) detach = attachHls(video, playlist, fail);
    }, fail);
    return () => {
      gone = true;
      detach?.();
    };
  }, [element, playlist]);

  return {
    /** The `src` of the element; hls.js sets its own. */
    src: playlist ? native : urls.fileUrl,
    failed,
    quality,
    qualities: urls.hlsUrl && !hlsFailed ? resource.qualities : [],
    chooseQuality: (to: Quality) => {
      onChange();
      setQuality(to);
    },
    onLoaded: () => setFailed(false),
    /** The element cannot play its source. */
    onError: () => {
      if (playlist && native) {
        onChange();
        setHlsFailed(true);
      } else if (!playlist) setFailed(true);
    },
    fail: () => setFailed(true),
    /** Tries again, with new URLs if the signed ones may have expired. */
    renew: (fresh: Urls) => {
      onChange();
      setUrls(fresh);
      setHlsFailed(false);
      setFailed(false);
      if (!fresh.hlsUrl) element.current?.load();
    },
  };
}

/** The playlist of one quality is beside that of all. */
const variant = (url: string, quality: Quality) =>
  quality === 'auto' ? url : url.replace(/[^/]+$/, `${quality}p.m3u8`);
