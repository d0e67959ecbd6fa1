import { useEffect, useState } from 'react';

/** Idle timeout, ms. */
const IDLE = 10 * 60_000;
const INPUT = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'scroll'] as const;

/**
 * Whether the user was idle for ten minutes, and a function that resets it. Events inside a frame (the PDF viewer)
 * cannot be observed, so users who scroll there are asked too.
 */
export function useIdle(enabled: boolean): [idle: boolean, wake: () => void] {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    if (!enabled || idle) return;
    let timer = setTimeout(() => setIdle(true), IDLE);
    const touched = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setIdle(true), IDLE);
    };
    for (const type of INPUT) addEventListener(type, touched, { passive: true, capture: true });
    return () => {
      clearTimeout(timer);
      for (const type of INPUT) removeEventListener(type, touched, { capture: true });
    };
  }, [enabled, idle]);
  return [idle, () => setIdle(false)];
}
