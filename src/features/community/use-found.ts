import { useEffect, useState } from 'react';
import { ApiError } from '#src/client/api-error.ts';

/** Time without typing before something is searched, ms. */
const PAUSE = 400;

/**
 * Results of a search while somebody types. The results of an earlier text stay until those of the newest have arrived;
 * a failed search finds nothing.
 * @param look searches for a text; must be stable (`useCallback`, or a function of a module)
 * @param shortest texts with fewer characters find nothing
 */
export function useFound<T>(text: string, look: (text: string) => Promise<T[]>, shortest: number): T[] | null {
  const [found, setFound] = useState<T[] | null>(null);
  const wanted = text.trim();
  useEffect(() => {
    if ([...wanted].length < shortest) {
      setFound(null);
      return;
    }
    let isCurrent = true;
    const timer = setTimeout(() => {
      look(wanted).then(
        (list) => isCurrent && setFound(list),
        (error: unknown) => {
          if (!(error instanceof ApiError)) throw error;
          if (isCurrent) setFound(null);
        },
      );
    }, PAUSE);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [wanted, look, shortest]);
  return found;
}
