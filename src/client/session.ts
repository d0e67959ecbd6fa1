import Cookies from 'js-cookie';
import { href, localeOfPath } from '#src/i18n/locale.ts';
import { api, TOKEN_COOKIE } from './api.ts';
import { endSession } from './session-sync.ts';

/** Spec section 9: the token's cookie lives for one day. */
const TOKEN_DAYS = 1;
/** What this browser keeps of a session besides the cookie (spec section 4). */
const KEPT = ['enterpriseId', 'userInfo', 'user', 'exports', 'recentSearches'];
/** Forms keep what is typed in `sessionStorage` under names that begin so, until they are sent. */
export const DRAFT = 'draft:';

/** Keeps a new session in this browser. */
export function keepSession({ token, enterpriseId }: { token: string; enterpriseId: string | null }): void {
  Cookies.set(TOKEN_COOKIE, token, {
    expires: TOKEN_DAYS,
    path: '/',
    sameSite: 'Lax',
    secure: location.protocol === 'https:',
  });
  localStorage.removeItem('exports');
  if (enterpriseId) localStorage.setItem('enterpriseId', enterpriseId);
}

/**
 * Clears user info, token, cached user and enterprise id (spec section 4). What was typed and not sent stays for the same
 * person's next sign-in.
 */
export function forgetSession(): void {
  Cookies.remove(TOKEN_COOKIE, { path: '/' });
  for (const key of KEPT) localStorage.removeItem(key);
  endSession();
}

/** Ends the session on the server, clears it and all drafts here, and goes to the landing page. */
export async function signOut(): Promise<void> {
  // Also when the server does not answer: what is on this machine is cleared in any case, and the session ends by itself.
  await api('PUT /user/auth/user/info/logout', {}, { _No_dispose: true }).catch(() => undefined);
  forgetSession();
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(DRAFT)) sessionStorage.removeItem(key);
  location.assign(href(localeOfPath(location.pathname), '/'));
}
