import { type RefObject, useEffect } from 'react';
import { saveBeforeEnd } from '#src/client/save-before-end.ts';
import type { StudyPlayer } from './study-player.ts';

/** Pauses a video when the page is hidden, and reports what was played until then; audio continues. */
export function useReportWhenHidden(
  element: RefObject<HTMLVideoElement | null>,
  isVideo: boolean,
  player: StudyPlayer,
): void {
  useEffect(() => {
    const hidden = () => {
      const video = element.current;
      if (document.visibilityState !== 'hidden' || !video || video.paused) return;
      if (isVideo) {
        video.pause();
        player.set({ active: false });
      }
      void player.flush({ keepalive: true });
    };
    document.addEventListener('visibilitychange', hidden);
    const stopSaving = saveBeforeEnd(() => player.flush());
    return () => {
      document.removeEventListener('visibilitychange', hidden);
      stopSaving();
    };
  }, [element, isVideo, player]);
}
