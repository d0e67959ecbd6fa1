import Hls from 'hls.js/light';

/** Attempts to recover from an error of the decoder before playback counts as failed. */
const RECOVERIES = 1;

/**
 * Plays an HLS playlist in a browser without HLS of its own. This module contains hls.js and is loaded only then.
 * @param onFailed called once, when the playlist or its segments cannot be loaded or decoded
 * @returns a function that ends it
 */
export function attachHls(video: HTMLVideoElement, url: string, onFailed: () => void): () => void {
  if (!Hls.isSupported()) {
    onFailed();
    return () => undefined;
  }
  const hls = new Hls({ capLevelToPlayerSize: true, maxBufferLength: 30, startPosition: -1 });
  let recovered = 0;
  hls.on(Hls.Events.ERROR, (_event, { fatal, type }) => {
    if (!fatal) return;
    if (type === Hls.ErrorTypes.MEDIA_ERROR && recovered++ < RECOVERIES) return hls.recoverMediaError();
    // First: destroying it pauses the element, and whether it was playing is remembered.
    onFailed();
    hls.destroy();
  });
  hls.loadSource(url);
  hls.attachMedia(video);
  return () => hls.destroy();
}
