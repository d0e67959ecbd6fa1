import { afterEach } from 'vitest';

let stop = () => {};

/**
 * From now on the browser stays on the page of the tests where an island would leave it.
 * @returns paths (with query) that islands wanted to go to, oldest first
 */
export function catchLeaving(): string[] {
  const paths: string[] = [];
  const onNavigate = (event: NavigateEvent) => {
    const { pathname, search, hash } = new URL(event.destination.url);
    // `replaceState` and the like change no document.
    if (event.destination.sameDocument) return;
    event.preventDefault();
    paths.push(pathname + search + hash);
  };
  navigation.addEventListener('navigate', onNavigate);
  stop = () => navigation.removeEventListener('navigate', onNavigate);
  return paths;
}

afterEach(() => stop());
