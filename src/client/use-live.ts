import type { ReadableAtom } from 'nanostores';
import { useCallback, useSyncExternalStore } from 'react';

/**
 * Value of a session store in an island. The server, which never writes a store, and the first render in the browser use
 * `given`, so that both draw the same; from then on it is the live value.
 * @param given the value as the server read it for this page
 */
export function useLive<T>(store: ReadableAtom<T>, given: T): T {
  const subscribe = useCallback((changed: () => void) => store.listen(changed), [store]);
  return useSyncExternalStore(
    subscribe,
    () => store.get(),
    () => given,
  );
}

const never = () => () => undefined;

/** Whether the island is hydrated: until then its handlers do not run, and buttons that need them are disabled. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
