import type { MouseEvent, SyntheticEvent } from 'react';

/**
 * URL of a clicked link that the island can show itself: a plain click with the main button that does not open a tab or
 * a file.
 */
export function followedLink(event: MouseEvent<HTMLElement>): { link: HTMLAnchorElement; url: URL } | null {
  const { button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = event;
  if (defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return null;
  const link = (event.target as Element).closest('a');
  if (!link || link.target || link.hasAttribute('download')) return null;
  const url = new URL(link.href);
  if (url.origin !== location.origin || url.pathname !== location.pathname || url.hash) return null;
  return { link, url };
}

/** URL of a submitted search form of this page, without empty fields; null for other forms. */
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
