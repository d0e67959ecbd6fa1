import { useEffect } from 'react';

/** Reloads a page that is restored from the back/forward cache, because it would still show a pending action. */
export function useReloadOnReturn(): void {
  useEffect(() => {
    const back = ({ persisted }: PageTransitionEvent) => persisted && location.reload();
    addEventListener('pageshow', back);
    return () => removeEventListener('pageshow', back);
  }, []);
}
