import { type RefObject, useEffect } from 'react';
import { toLogin } from '#src/client/login-redirect.ts';
import { StudyPlayer } from '#src/features/watch/study-player.ts';
import { WatchTracker } from '#src/features/watch/watch-tracker.ts';

/** Fastest playback that the study protocol counts. */
const MAX_RATE = 2;

/**
 * Reports the watched seconds of a recording, as the study room does for videos: the resource of the class is complete
 * when enough of it was watched.
 * @param resourceId null: nothing is reported
 * @param onCompleted called when the resource is complete
 */
export function useRecording(
  element: RefObject<HTMLVideoElement | null>,
  resourceId: string | null,
  onCompleted: () => void,
): void {
  useEffect(() => {
    const video = element.current;
    if (!video || !resourceId) return undefined;
    const player = new StudyPlayer(resourceId, ({ resource }) => resource.completed && onCompleted());
    // Nothing is lost by leaving the page: what was not reported is on the device.
    const stopListening = player.$record.listen((state) => state === 'ended' && toLogin());
    const tracker = new WatchTracker();
    let studied = 0;
    const tick = () => {
      if (video.paused && !video.ended) return;
      const range = tracker.tick(video.currentTime, performance.now() / 1000, Math.min(video.playbackRate, MAX_RATE));
      if (!range) return;
      studied += 1;
      player.set({ position: Math.floor(video.currentTime), studiedSeconds: studied });
      player.add(range);
    };
    const play = () => {
      if (video.playbackRate > MAX_RATE) video.playbackRate = MAX_RATE;
      player.set({ active: true, playbackRate: video.playbackRate });
      void player.open();
    };
    const pause = () => {
      tick();
      player.set({ active: false });
      void player.flush();
    };
    const seeking = () => tracker.cut();
    const ended = () => {
      const range = tracker.end(Math.floor(video.duration));
      if (range) player.add(range);
      pause();
    };
    const hide = () => void player.flush({ keepalive: true });
    const events = { play, pause, seeking, ended, timeupdate: tick };
    for (const [name, listener] of Object.entries(events)) video.addEventListener(name, listener);
    addEventListener('pagehide', hide);
    return () => {
      for (const [name, listener] of Object.entries(events)) video.removeEventListener(name, listener);
      removeEventListener('pagehide', hide);
      stopListening();
      player.leave();
    };
  }, [element, resourceId, onCompleted]);
}
