import { href, localeOfPath } from '#src/i18n/locale.ts';

/** How long it may take to leave the page, ms. Whoever stays, because of unsaved changes, is led to the login page after that. */
const LEAVING_MS = 10_000;

let pausedUntil = 0;

/** The user is signing out: for ten seconds, calls that are refused do not lead to the login page. */
export function pauseLoginRedirect(): void {
  pausedUntil = performance.now() + LEAVING_MS;
}

/**
 * Redirects to the login page, which returns here, unless the user is signing out, the current page is a login page or its URL
 * has `cid` (docs/specification.md, section "Messages").
 */
export function toLogin(): void {
  const { pathname, search } = location;
  if (performance.now() < pausedUntil || isLoginExempt(pathname, search)) return;
  location.assign(loginPath(pathname + search));
}

/** Pages that show "not logged in" themselves: a login page, and any URL with `cid`. */
export function isLoginExempt(pathname: string, search: string): boolean {
  return /^(\/en)?\/login(\/second)?\/?$/.test(pathname) || new URLSearchParams(search).has('cid');
}

/** URL of the login page that returns to `path` (within the site). */
export function loginPath(path: string): string {
  return `${href(localeOfPath(path), '/login')}?t=login&redirect=${encodeURIComponent(path)}`;
}
