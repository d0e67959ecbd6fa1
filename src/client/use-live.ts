import type { ReadableAtom } from 'nanostores';
import { useCallback, useSyncExternalStore } from 'react';
import { $viewer } from './session.store.ts';

/**
 * Value of a session store in an island. The server, which never writes a store, and the first render in the browser
 * use `given`, so that both render the same; afterwards it is the live value.
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
const listenToViewer = (changed: () => void) => $viewer.listen(changed);

/** Whether the island is hydrated: until then its handlers do not run, and buttons that need them are disabled. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/**
 * Whether the user is logged in. Changes when the session ends in another tab.
 * @param given the server's value
 */
export function useSignedIn(given: boolean): boolean {
  return useSyncExternalStore(
    listenToViewer,
    () => $viewer.get() !== null,
    () => given,
  );
}
