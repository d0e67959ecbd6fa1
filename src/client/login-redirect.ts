import { href, localeOfPath } from '#src/i18n/locale.ts';

/**
 * Sends the browser to the login page and back here afterwards, unless it is on a login page already or the address
 * carries `cid` (spec section 8).
 */
export function toLogin(): void {
  const { pathname, search } = location;
  if (/^(\/en)?\/login\/?$/.test(pathname) || new URLSearchParams(search).has('cid')) return;
  location.assign(loginPath(pathname + search));
}

/** Address of the login page that returns to `path` (inside the site). */
export function loginPath(path: string): string {
  return `${href(localeOfPath(path), '/login')}?t=login&redirect=${encodeURIComponent(path)}`;
}
