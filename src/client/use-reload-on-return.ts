import { useEffect } from 'react';

/** Reloads a page that comes back from the back/forward cache: it is as it was left, with an action that is pending. */
export function useReloadOnReturn(): void {
  useEffect(() => {
    const back = ({ persisted }: PageTransitionEvent) => persisted && location.reload();
    addEventListener('pageshow', back);
    return () => removeEventListener('pageshow', back);
  }, []);
}
