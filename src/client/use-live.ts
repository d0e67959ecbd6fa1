import { useStore } from '@nanostores/react';
import { useSyncExternalStore } from 'react';
import { $isSignedIn } from './session.store.ts';

const never = () => () => undefined;

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
  return useStore($isSignedIn, { ssr: () => given });
}
