import { href, localeOfPath } from '#src/i18n/locale.ts';

let isLeaving = false;

/** @param isPaused the user is signing out: calls that are refused meanwhile do not lead to the login page */
export function pauseLoginRedirect(isPaused: boolean): void {
  isLeaving = isPaused;
}

/**
 * Redirects to the login page, which returns here, unless the user is signing out, the current page is a login page or its URL
 * has `cid` (docs/specification.md, section "Messages").
 */
export function toLogin(): void {
  const { pathname, search } = location;
  if (isLeaving || isLoginExempt(pathname, search)) return;
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
