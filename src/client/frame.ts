import { startMenus } from './menus.ts';
import { guardChunks } from './reload-guard.ts';
import { askToLogIn } from './login-first.ts';
import { $online, trackOnline } from './online.ts';
import { showToasts } from './toasts.ts';

/**
 * The script of every layout: menus, light and dark, language, sign-out, messages, online state. No framework, so that
 * a public page costs its reader next to nothing (design section 7); without it the links and menus work all the same.
 */
const YEAR = 365 * 86_400;
/** Pixels beside a tab that was scrolled into sight. */
const TAB_MARGIN = 16;

guardChunks();
showToasts();
trackOnline();
startMenus();
$online.subscribe((online) => {
  const bar = document.getElementById('offline');
  if (bar) bar.hidden = online;
});
if (document.body.dataset.session === 'ended') void import('./session.ts').then(({ forgetSession }) => forgetSession());

document.addEventListener('click', (event) => {
  const target = event.target as Element;
  const at = (selector: string) => target.closest<HTMLElement>(selector);
  if (at('[data-theme-toggle]')) toggleTheme();
  else if (at('[data-lang]')) keepLanguage(at('[data-lang]')!.dataset.lang!);
  else if (at('[data-login-first]')) {
    event.preventDefault();
    askToLogIn();
  } else if (at('[data-sign-out]')) void import('./session.ts').then(({ signOut }) => signOut());
});

function toggleTheme(): void {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
  localStorage.setItem('theme', root.dataset.theme);
}

// Tabs that do not fit scroll sideways: the present one is in sight.
for (const tab of document.querySelectorAll('nav.overflow-x-auto :is([aria-current=page], [aria-current=true])')) {
  const row = tab.closest('nav')!;
  row.scrollLeft += tab.getBoundingClientRect().right - row.getBoundingClientRect().right + TAB_MARGIN;
}

/** Spec section 4: the choice goes into `lang` and into the cookie `i18n_redirected` for 365 days. */
function keepLanguage(lang: string): void {
  localStorage.setItem('lang', lang);
  document.cookie = `i18n_redirected=${lang}; max-age=${YEAR}; path=/; samesite=lax`;
}
