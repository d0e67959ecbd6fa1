import { LANGUAGE_COOKIE, type Locale } from '#src/i18n/locale.ts';

const YEAR = 365 * 86_400;

/** Remembers the choice of a language on this device: in `lang`, and in the cookie `i18n_redirected` for 365 days. */
export function rememberLanguage(lang: Locale): void {
  localStorage.setItem('lang', lang);
  document.cookie = `${LANGUAGE_COOKIE}=${lang}; max-age=${YEAR}; path=/; samesite=lax`;
}
