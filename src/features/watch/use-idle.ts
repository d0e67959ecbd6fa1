import { useEffect, useState } from 'react';

/** Milliseconds without any input after which nobody is thought to be there. */
const IDLE = 10 * 60_000;
const INPUT = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'scroll'] as const;

/**
 * Whether nothing was touched for ten minutes, and a function that says "still here". What happens inside a frame (the
 * PDF viewer) cannot be heard here, so the question is asked even of somebody who scrolls there.
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
