import { $online, $viewer } from './session.store.ts';

/**
 * Calls `run` each time the network comes back.
 * @returns a function that stops it
 */
export function whenOnline(run: () => void): () => void {
  return $online.listen((online) => {
    if (online) run();
  });
}

/**
 * Calls `run` each time the user of this page has logged in again.
 * @returns a function that stops it
 */
export function whenLoggedIn(run: () => void): () => void {
  return $viewer.listen((viewer, before) => {
    if (viewer && !before) run();
  });
}
