import { type MouseEvent, type SyntheticEvent, useEffect, useSyncExternalStore } from 'react';
import { IS_AT_TERMINAL } from './session.store.ts';

/*
 * The router of islands that show several addresses without loading a page. Nothing else changes the history or listens to it.
 */

const listeners = new Set<() => void>();

function listen(changed: () => void): () => void {
  listeners.add(changed);
  addEventListener('popstate', changed);
  return () => {
    listeners.delete(changed);
    removeEventListener('popstate', changed);
  };
}

function changed(): void {
  for (const listener of listeners) listener();
}

/**
 * The query string of the page for an island that depends on it; updated by this router and by the browser's back and forward
 * buttons.
 * @param given the server's value: `?by=hours`
 */
export function useSearch(given: string): string {
  return useSyncExternalStore(
    listen,
    () => location.search,
    () => given,
  );
}

/** Calls a memoized function each time the browser goes back or forward. */
export function useBackAndForward(run: () => void): void {
  useEffect(() => {
    addEventListener('popstate', run);
    return () => removeEventListener('popstate', run);
  }, [run]);
}

/** Shows another address, as a new entry of the history (at a shared terminal in place of the current one). As with a link, the current one gets no second entry. */
export function navigate(address: string | URL): void {
  if (new URL(address, location.href).href === location.href) return;
  history[IS_AT_TERMINAL ? 'replaceState' : 'pushState'](null, '', address);
  changed();
}

/** Corrects the address without a new entry of the history, e.g. if it contains a page number beyond the end of the list. */
export function replaceAddress(address: string | URL): void {
  history.replaceState(history.state, '', address);
  changed();
}

/**
 * The link of a plain click to an address of this page; null for all other links, and for clicks that open a tab, a window or a
 * file: they are left to the browser.
 */
export function clickedLink(event: MouseEvent<HTMLElement>): HTMLAnchorElement | null {
  const { button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = event;
  if (defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return null;
  const link = (event.target as Element).closest('a');
  if (!link || link.target || link.hasAttribute('download')) return null;
  return link.origin === location.origin && link.pathname === location.pathname ? link : null;
}

/** `onClick` of an element around links: links to this page with another query change the address without a reload. */
export function followLink(event: MouseEvent<HTMLElement>): void {
  const link = clickedLink(event);
  if (!link || link.search === location.search) return;
  event.preventDefault();
  navigate(link.href);
}

/** Address of a submitted search form of this page, without empty fields; null for other forms. */
export function formAddress(event: SyntheticEvent<HTMLElement>): URL | null {
  const form = event.target as HTMLFormElement;
  // Attributes, not properties, because fields may shadow properties.
  if (event.defaultPrevented || form.getAttribute('method') !== 'get') return null;
  const url = new URL(form.getAttribute('action') ?? '', location.href);
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string' && value) url.searchParams.set(name, value);
  }
  return url.origin === location.origin && url.pathname === location.pathname ? url : null;
}
