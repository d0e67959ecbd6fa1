import { type MouseEvent, useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

function listen(changed: () => void): () => void {
  listeners.add(changed);
  addEventListener('popstate', changed);
  return () => {
    listeners.delete(changed);
    removeEventListener('popstate', changed);
  };
}

function tell(): void {
  for (const changed of listeners) changed();
}

/**
 * The query string of the page for an island that depends on it; updated by `followLink` and by the browser's back and
 * forward buttons.
 * @param given the server's value: `?by=hours`
 */
export function useSearch(given: string): string {
  return useSyncExternalStore(
    listen,
    () => location.search,
    () => given,
  );
}

/**
 * `onClick` of an element around links: a plain click on a link to this page with another query changes the URL without
 * a reload. All other links, and clicks that open a tab or window, are left to the browser.
 */
export function followLink(event: MouseEvent<HTMLElement>): void {
  const link = (event.target as Element).closest('a');
  if (!link || link.target || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.origin !== location.origin || link.pathname !== location.pathname || link.search === location.search) return;
  event.preventDefault();
  history.pushState(null, '', link.href);
  tell();
}

/** Corrects the URL, e.g. if it contains a page number beyond the end of the list. */
export function replaceAddress(href: string): void {
  history.replaceState(null, '', href);
  tell();
}
