import type { LOCALES } from '#src/lib/languages.ts';

export type Locale = (typeof LOCALES)[number];

/** Cookie with the language that a visitor has chosen. */
export const LANGUAGE_COOKIE = 'i18n_redirected';

/** Value of the HTML `lang` attribute. */
export const HTML_LANG: Record<Locale, string> = { zh: 'zh-CN', en: 'en' };

/** Locale of a path: `/en` and `/en/…` are English, everything else Chinese. */
export function localeOfPath(pathname: string): Locale {
  return pathname === '/en' || pathname.startsWith('/en/') ? 'en' : 'zh';
}

/**
 * Path of a page in a language. `path` is the Chinese form (`/knowledge?x=1`); external URLs are returned unchanged.
 * @example href('en', '/home') === '/en/home'
 */
export function href(locale: Locale, path: string): string {
  if (locale === 'zh' || !path.startsWith('/') || path.startsWith('//') || localeOfPath(path) === 'en') return path;
  return path === '/' ? '/en' : path.startsWith('/?') ? `/en${path.slice(1)}` : `/en${path}`;
}

/** Returns the path of the same page in another language. `path` may contain a query. */
export function switchLocale(path: string, to: Locale): string {
  const chinese =
    path === '/en'
      ? '/'
      : path.startsWith('/en/')
        ? path.slice(3)
        : path.startsWith('/en?')
          ? `/${path.slice(3)}`
          : path;
  return href(to, chinese);
}

/** Locale of an `Accept-Language` header (islands send the page's locale). */
export function localeOfHeader(header: string | null | undefined): Locale {
  return /^\s*en\b/i.test(header ?? '') ? 'en' : 'zh';
}
