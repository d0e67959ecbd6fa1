import { createMiddleware } from 'hono/factory';
import { parse } from 'hono/utils/cookie';
import { href, LANGUAGE_COOKIE, localeOfPath, switchLocale, type Locale } from '#src/i18n/locale.ts';
import { LOCALES } from '#src/lib/languages.ts';
import type { Env } from './env.ts';
import { NO_PAGE } from './phone-redirect.ts';

/** Programs that read pages for search engines and previews: they get the language of the URL. */
const CRAWLER = /bot\b|crawl|spider|slurp|preview|facebookexternalhit|lighthouse/i;
/** Returns from a login service, and from another enterprise: the portal wrote these addresses in the user's language. */
const RETURN = /[?&](state|enter)=/;

type Header = (name: string) => string | undefined;

/**
 * Returns the language in which a visitor wants a page without language prefix (docs/specification.md, section
 * "Languages"). Only when they arrive: a link within the site, such as the language switch, leads where it says.
 * @param address path and query of the request
 * @param at scheme and host of the request
 * @returns the stored choice; `default` (the tenant's language) without one; null if the request is not redirected
 */
export function wantedLanguage(address: string, at: string, header: Header): Locale | 'default' | null {
  const path = address.split('?', 1)[0]!;
  if (localeOfPath(path) === 'en' || NO_PAGE.test(path) || RETURN.test(address) || !arrives(at, header)) return null;
  const stored = parse(header('cookie') ?? '', LANGUAGE_COOKIE)[LANGUAGE_COOKIE];
  const choice = LOCALES.find((locale) => locale === stored);
  return choice ?? (CRAWLER.test(header('user-agent') ?? '') ? null : 'default');
}

/** Whether a browser opens a page from an address bar, a bookmark or another site. */
function arrives(at: string, header: Header): boolean {
  if (!header('accept')?.includes('text/html')) return false;
  if ((header('sec-fetch-dest') ?? 'document') !== 'document') return false;
  const site = header('sec-fetch-site');
  // Browsers send no Sec-Fetch headers over plain http.
  return site ? site !== 'same-origin' : !`${header('referer') ?? ''}/`.startsWith(`${at}/`);
}

/** The languages of the portal's own site cannot be seen in a preview otherwise: only editors get one. */
const PREVIEW = /[?&]preview=/;

/**
 * Redirects visitors who want another language than that of the address to the same page in theirs, and everybody from a language that
 * the enterprise does not offer to its default.
 */
export const languageRedirect = createMiddleware<Env>(async (c, next) => {
  const { pathname, search } = new URL(c.req.url);
  const { at, locale: shown, tenant, viewer } = c.var.request;
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
  const [first] = tenant.languages;
  if (isRead && !tenant.languages.includes(shown) && !NO_PAGE.test(pathname) && !PREVIEW.test(search)) {
    c.res = c.redirect(switchLocale(pathname + search, first!), 302);
    return;
  }
  const wanted = c.req.method === 'GET' ? wantedLanguage(pathname + search, at, (name) => c.req.header(name)) : null;
  // What was chosen on this device goes before what the member has chosen for all of them.
  const locale = wanted === 'default' ? (viewer?.preferences?.language ?? first) : wanted;
  if (locale === 'en' && tenant.languages.includes('en')) c.res = c.redirect(href(locale, pathname + search), 302);
  else await next();
  if (!NO_PAGE.test(pathname)) varyByCookie(c.res.headers);
});

/** Tells caches that the response depends on the cookies of the request. */
export function varyByCookie(headers: Headers): void {
  if (!/\bcookie\b/i.test(headers.get('vary') ?? '')) headers.append('vary', 'Cookie');
}
