import { type RefObject, useEffect } from 'react';
import { nextSpeed } from './play-rules.ts';
import type { Media } from './use-media.ts';

type Actions = {
  media: Media;
  duration: number;
  maxPlaybackRate: number;
  toggleFullscreen: () => void;
  toggleSmallWindow: () => void;
};

/**
 * Keys of the player, while it or nothing on the page has the focus: space and k play, arrows and j, l seek and change the
 * volume, digits seek to tenths, < and > change the speed, m mutes, c shows captions, f and p change the window.
 */
export function usePlayerKeys(frame: RefObject<HTMLElement | null>, actions: Actions): void {
  const { media, duration, maxPlaybackRate, toggleFullscreen, toggleSmallWindow } = actions;
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    const here = target === document.body || frame.current?.contains(target);
    if (!here || event.altKey || event.ctrlKey || event.metaKey) return;
    const busy = target.closest('select, input:not([data-seek]), [role=alertdialog], [role=dialog]');
    if (busy || (event.key === ' ' && target.closest('button, a'))) return;
    const acts: Record<string, () => void> = {
      ' ': media.toggle,
      k: media.toggle,
      ArrowLeft: () => media.seek(media.time - 5),
      ArrowRight: () => media.seek(media.time + 5),
      j: () => media.seek(media.time - 10),
      l: () => media.seek(media.time + 10),
      ArrowUp: () => media.setVolume(media.volume + 0.1),
      ArrowDown: () => media.setVolume(media.volume - 0.1),
      '<': () => media.setRate(nextSpeed(media.rate, -1, maxPlaybackRate)),
      '>': () => media.setRate(nextSpeed(media.rate, 1, maxPlaybackRate)),
      m: media.toggleMuted,
      c: media.toggleCaptions,
      f: toggleFullscreen,
      p: toggleSmallWindow,
    };
    const act = /^\d$/.test(event.key)
      ? () => media.seek((duration * Number(event.key)) / 10)
      : acts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    // The page itself scrolls with arrows, unless the player has the focus.
    if (!act || (target === document.body && event.key.startsWith('Arrow'))) return;
    event.preventDefault();
    act();
  };
  useEffect(() => {
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  });
}
