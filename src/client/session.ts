import Cookies from 'js-cookie';
import { href, localeOfPath } from '#src/i18n/locale.ts';
import { api } from './api.ts';
import { pauseLoginRedirect } from './login-redirect.ts';
import { IS_AT_TERMINAL } from './session.store.ts';
import { endSession } from './session-state.ts';
import { ENTERPRISE_COOKIE, TOKEN_COOKIE } from '#src/contract/rules/cookies.ts';

/** Lifetime of the token cookie: one day. */
const TOKEN_DAYS = 1;
/** The choice of an enterprise outlives sessions, so that the login page shows its branding. */
const ENTERPRISE_DAYS = 365;
/** Session data in this browser besides the cookie (docs/specification.md, section "Sessions"). */
const KEPT = ['userInfo', 'user', 'exports', 'recentSearches'];
/** Prefix of the `sessionStorage` keys of form drafts. */
export const DRAFT = 'draft:';

/** Stores a new session in this browser. */
export function keepSession({ token, enterpriseId }: { token: string; enterpriseId: string | null }): void {
  const shared = { path: '/', sameSite: 'Lax', secure: location.protocol === 'https:' } as const;
  Cookies.set(TOKEN_COOKIE, token, { ...shared, expires: TOKEN_DAYS });
  localStorage.removeItem('exports');
  if (enterpriseId) Cookies.set(ENTERPRISE_COOKIE, enterpriseId, { ...shared, expires: ENTERPRISE_DAYS });
}

/**
 * Stores the session of a sign-in, unless a second factor must be proven first.
 * @returns the page to go on to: `target`, after the page of the second factor if needed
 */
export function keepSignIn(
  { token, enterpriseId = null }: { token: string | null; enterpriseId?: string | null | undefined },
  target: string,
): { path: string; replace: true } {
  if (token !== null) keepSession({ token, enterpriseId });
  const second = `${href(localeOfPath(location.pathname), '/login/second')}?redirect=${encodeURIComponent(target)}`;
  return { path: token === null ? second : target, replace: true };
}

/** Clears user info, token, cached user and enterprise id. Form drafts are kept for the same user's next login. */
export function forgetSession(): void {
  Cookies.remove(TOKEN_COOKIE, { path: '/' });
  Cookies.remove(ENTERPRISE_COOKIE, { path: '/' });
  for (const key of KEPT) localStorage.removeItem(key);
  endSession();
}

/** Ends the session on the server, clears it and all drafts in the browser, and navigates to the landing page. */
export async function signOut(): Promise<void> {
  if (IS_AT_TERMINAL) return (await import('./leave-terminal.ts')).leaveTerminal();
  pauseLoginRedirect();
  // Local data is cleared even if the server does not respond; the session then expires by itself.
  await api('PUT /user/auth/user/info/logout', {}, { _No_dispose: true }).catch(() => undefined);
  forgetSession();
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(DRAFT)) sessionStorage.removeItem(key);
  // The call may have taken long.
  pauseLoginRedirect();
  location.assign(href(localeOfPath(location.pathname), '/'));
}
