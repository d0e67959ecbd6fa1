import { askToLogIn } from '#src/client/login-first.ts';
import { startMenus } from '#src/client/menus.ts';
import { guardChunks } from '#src/client/reload-guard.ts';
import { $online, $toasts, $viewer } from '#src/client/session.store.ts';
import { startSession, trackOnline } from '#src/client/session-sync.ts';
import { type Locale, switchLocale } from '#src/i18n/locale.ts';

/**
 * The script of every layout: menus, light and dark, language, offline bar, and the start of the session stores. No
 * framework: a public page loads React only when somebody interacts (design section 7). Without it links and menus work.
 */
const YEAR = 365 * 86_400;
/** Pixels beside a tab that was scrolled into view. */
const TAB_MARGIN = 16;
/** The address that the server rendered. */
const ADDRESS = location.href;

guardChunks();
trackOnline();
startMenus();
if ($viewer.get()) startSession();
$online.subscribe((online) => {
  const bar = document.getElementById('offline');
  if (bar) bar.hidden = online;
});
const stopWaiting = $toasts.listen(async () => {
  stopWaiting();
  const { showToasts } = await import('./show-toasts.tsx');
  showToasts(document.getElementById('toasts')!);
});
if (document.body.dataset.session === 'ended')
  void import('#src/client/session.ts').then(({ forgetSession }) => forgetSession());

document.addEventListener('click', (event) => {
  const target = event.target as Element;
  const at = (selector: string) => target.closest<HTMLElement>(selector);
  if (at('[data-theme-toggle]')) toggleTheme();
  else if (at('[data-lang]')) switchLanguage(at('[data-lang]') as HTMLAnchorElement);
  else if (at('[data-login-first]')) {
    event.preventDefault();
    askToLogIn();
  } else if (at('[data-sign-out]')) void import('#src/client/session.ts').then(({ signOut }) => signOut());
});

function toggleTheme(): void {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
  localStorage.setItem('theme', root.dataset.theme);
}

// Tabs that do not fit scroll sideways: the current one is brought into view.
for (const tab of document.querySelectorAll('nav.overflow-x-auto :is([aria-current=page], [aria-current=true])')) {
  const row = tab.closest('nav')!;
  row.scrollLeft += tab.getBoundingClientRect().right - row.getBoundingClientRect().right + TAB_MARGIN;
}

/**
 * Spec section 4: the choice goes into `lang` and into the cookie `i18n_redirected` for 365 days. The link leads to what
 * is shown now: islands change the address without loading the page again.
 */
function switchLanguage(link: HTMLAnchorElement): void {
  const lang = link.dataset.lang as Locale;
  if (location.href !== ADDRESS) link.href = switchLocale(location.pathname + location.search, lang);
  localStorage.setItem('lang', lang);
  document.cookie = `i18n_redirected=${lang}; max-age=${YEAR}; path=/; samesite=lax`;
}
