import { startMenus } from '#src/client/menus.ts';
import { guardChunks } from '#src/client/reload-guard.ts';
import { $online, $toasts, $viewer } from '#src/client/session.store.ts';
import { rememberLanguage } from '#src/client/language.ts';
import { type Locale, switchLocale } from '#src/i18n/locale.ts';

/**
 * The script of every layout: menus, search shortcut, theme, language, offline bar, and initialisation of the session
 * stores. No framework: a public page loads React only on interaction (docs/architecture.md, section "Islands").
 * Links and menus work without it.
 */
/** Pixels beside a tab that was scrolled into view. */
const TAB_MARGIN = 16;
/** The URL rendered by the server. */
const ADDRESS = location.href;

guardChunks();
startMenus();
trackOnline();
showZone();
// Not needed for visitors.
if ($viewer.get()) void import('#src/client/session-sync.ts').then(({ startSession }) => startSession());
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
    void import('#src/client/login-first.ts').then(({ askToLogIn }) => askToLogIn());
  } else if (at('#drawer [popovertarget=search-box]')) {
    // With the drawer open, closing the search would lose the focus.
    event.preventDefault();
    document.getElementById('drawer')!.hidePopover();
    openSearch();
  } else if (at('[data-sign-out]')) void import('#src/client/session.ts').then(({ signOut }) => signOut());
});

// `/` opens the search of the top bar, also before its island is hydrated; not in text fields.
document.addEventListener('keydown', (event) => {
  const { target, key, ctrlKey, metaKey, altKey, isComposing } = event;
  if (key !== '/' || ctrlKey || metaKey || altKey || isComposing) return;
  const at = target as HTMLElement;
  if (at.isContentEditable || at.closest('input, textarea, select, [role=textbox], dialog[open]')) return;
  if (openSearch()) event.preventDefault();
});

/** @returns false on pages without search */
function openSearch(): boolean {
  const search = document.getElementById('search-box');
  search?.showPopover();
  return search !== null;
}

/** `$online` follows `navigator.onLine`. */
function trackOnline(): void {
  const read = () => $online.set(navigator.onLine);
  addEventListener('online', read);
  addEventListener('offline', read);
  read();
}

/** Shows the time zone of the enterprise if the clock of this browser differs from it now. */
function showZone(): void {
  const note = document.getElementById('zone');
  if (!note) return;
  const [, sign, hours, minutes] = /([+-])(\d+):(\d+)/.exec(note.dataset.offset!)!;
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  // `getTimezoneOffset` counts westwards.
  note.hidden = offset === -new Date().getTimezoneOffset();
}

function toggleTheme(): void {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  const theme = dark ? 'light' : 'dark';
  root.dataset.theme = theme;
  localStorage.setItem('theme', theme);
  // Members have it on their other devices, too.
  if ($viewer.get())
    void import('#src/client/api.ts').then(({ api }) => api('PUT /user/auth/user/info/preference/save', { theme }));
}

// Tabs that do not fit are scrollable: scrolls the current one into view.
for (const tab of document.querySelectorAll('nav.overflow-x-auto :is([aria-current=page], [aria-current=true])')) {
  const row = tab.closest('nav')!;
  row.scrollLeft += tab.getBoundingClientRect().right - row.getBoundingClientRect().right + TAB_MARGIN;
}

/**
 * Remembers the choice of a language. The link uses the current URL: islands change it without reloading the page.
 */
function switchLanguage(link: HTMLAnchorElement): void {
  const lang = link.dataset.lang as Locale;
  if (location.href !== ADDRESS) link.href = switchLocale(location.pathname + location.search, lang);
  rememberLanguage(lang);
}
