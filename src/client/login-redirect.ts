import { href, localeOfPath } from '#src/i18n/locale.ts';

/**
 * Sends the browser to the login page and back here afterwards, unless it is on a login page already or the address
 * carries `cid` (spec section 8).
 */
export function toLogin(): void {
  const { pathname, search } = location;
  if (isLoginExempt(pathname, search)) return;
  location.assign(loginPath(pathname + search));
}

/** Pages that show "not logged in" themselves: a login page, and any address that carries `cid` (spec section 8). */
export function isLoginExempt(pathname: string, search: string): boolean {
  return /^(\/en)?\/login\/?$/.test(pathname) || new URLSearchParams(search).has('cid');
}

/** Address of the login page that returns to `path` (inside the site). */
export function loginPath(path: string): string {
  return `${href(localeOfPath(path), '/login')}?t=login&redirect=${encodeURIComponent(path)}`;
}
