import { afterEach } from 'vitest';

/*
 * Component tests stay on their page: navigations that would load another one are recorded and do not happen. The address of
 * the page can be set, and is put back after each test.
 */

const START = location.href;
const stops: (() => void)[] = [];

/** Pretends that the page has this address. */
export function setAddress(path: string): void {
  history.replaceState(null, '', path);
}

/** @returns addresses (path and query) that would have been loaded since, oldest first */
export function holdNavigations(): string[] {
  const held: string[] = [];
  const hold = (event: NavigateEvent) => {
    if (event.destination.sameDocument || !event.cancelable) return;
    event.preventDefault();
    const { pathname, search } = new URL(event.destination.url);
    held.push(pathname + search);
  };
  navigation.addEventListener('navigate', hold);
  stops.push(() => navigation.removeEventListener('navigate', hold));
  return held;
}

afterEach(() => {
  stops.splice(0).forEach((stop) => stop());
  history.replaceState(null, '', START);
});
