import Cookies from 'js-cookie';
import { TOKEN_COOKIE } from '#src/contract/rules/cookies.ts';
import { href, localeOfPath } from '#src/i18n/locale.ts';
import { api } from './api.ts';
import { leaveFor } from './leave.ts';
import { pauseLoginRedirect } from './login-redirect.ts';
import { saveAll } from './save-before-end.ts';

/** How long saving, and the call that ends the session, may take, ms. */
const SAVE_MS = 5_000;
const END_MS = 4_000;

/**
 * Ends the session at this shared terminal: saves what is not saved, clears the browser and shows the start page in place of this one.
 * Without network the browser is cleared all the same; the session then ends by itself.
 */
export async function leaveTerminal(): Promise<never> {
  await saveAll(SAVE_MS);
  pauseLoginRedirect();
  const ended = api('PUT /user/auth/terminal/session/end', {}, { _No_dispose: true }).catch(() => undefined);
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, END_MS))]);
  await clearBrowser();
  return leaveFor(href(localeOfPath(location.pathname), '/terminal'), 'replace');
}

/**
 * Removes what a session leaves in a browser: its cookie, stores, caches and databases. The cookie of the terminal is HttpOnly, and stays,
 * as does that of its enterprise, which hosts of several enterprises need.
 * `Clear-Site-Data` does the same and more, but not on plain http.
 */
export async function clearBrowser(): Promise<void> {
  Cookies.remove(TOKEN_COOKIE, { path: '/' });
  localStorage.clear();
  sessionStorage.clear();
  const deleteCaches = async () => {
    if (!('caches' in globalThis)) return;
    await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  };
  const deleteDatabases = async () => {
    const all = (await indexedDB.databases?.()) ?? [];
    // A database that a page still has open is deleted when that is unloaded.
    for (const { name } of all) if (name) indexedDB.deleteDatabase(name);
  };
  await Promise.allSettled([deleteCaches(), deleteDatabases()]);
}

type Navigate = Event & {
  navigationType: string;
  hashChange: boolean;
  downloadRequest: string | null;
  formData: FormData | null;
  destination: { url: string; sameDocument: boolean };
};

/**
 * Makes every page replace the one before, so that the history of the tab contains no page of a person. Browsers without the
 * Navigation API keep the addresses; the pages themselves are not stored, and lead to the start page. @returns a function that stops it
 */
export function replaceHistory(): () => void {
  const { navigation } = globalThis as { navigation?: EventTarget };
  const onNavigate = (event: Event) => {
    const { navigationType, cancelable, hashChange, downloadRequest, formData, destination } = event as Navigate;
    if (navigationType !== 'push' || !cancelable || downloadRequest !== null || formData) return;
    if (destination.sameDocument && !hashChange) return;
    if (new URL(destination.url).origin !== location.origin) return;
    event.preventDefault();
    location.replace(destination.url);
  };
  navigation?.addEventListener('navigate', onNavigate);
  return () => navigation?.removeEventListener('navigate', onNavigate);
}
