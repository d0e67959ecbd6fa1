import { useRef, useState } from 'react';
import { ApiError } from './api-error.ts';

/** An action that runs once at a time: a second click during the run is ignored. */
export function useAction<A extends unknown[]>(
  act: (...args: A) => Promise<void>,
): { run: (...args: A) => Promise<void>; isPending: boolean } {
  const [isPending, setPending] = useState(false);
  const running = useRef(false);
  return {
    isPending,
    run: async (...args) => {
      if (running.current) return;
      running.current = true;
      setPending(true);
      try {
        await act(...args);
      } catch (error) {
        // `api` has shown the message; other errors are rethrown.
        if (!(error instanceof ApiError)) throw error;
      } finally {
        running.current = false;
        setPending(false);
      }
    },
  };
}
