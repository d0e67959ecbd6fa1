import { useEffect, useRef } from 'react';

/**
 * Calls `onSecond` about once a second of study: while `running`, and unless the page is hidden (audio may be).
 * `onSecond` gets the elapsed seconds, at most two after a suspended tab.
 */
export function useStudiedSeconds(running: boolean, evenHidden: boolean, onSecond: (seconds: number) => void): void {
  const latest = useRef(onSecond);
  useEffect(() => {
    latest.current = onSecond;
  });
  useEffect(() => {
    if (!running) return;
    let last = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      const passed = Math.min(2, (now - last) / 1000);
      last = now;
      if (evenHidden || document.visibilityState === 'visible') latest.current(passed);
    }, 1000);
    return () => clearInterval(timer);
  }, [running, evenHidden]);
}
