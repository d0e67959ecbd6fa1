import { LOCALES, href } from '#src/i18n/locale.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { answer } from './answer.ts';

/** Personal pages and search results. Chinese paths; the English ones are derived. */
const DISALLOWED = [
  '/account',
  '/admin',
  '/company',
  '/appCompany',
  '/cart',
  '/home',
  '/login',
  '/forget',
  '/redirect',
  '/search',
  '/sign',
  '/test',
  '/watch',
];

/** `GET /robots.txt`: what crawlers may read of this tenant; nothing if its site is not public. */
export function serveRobots({ tenant, origin }: RequestContext): Response {
  const lines = tenant.publicFace
    ? [
        'User-agent: *',
        'Disallow: /gateway/',
        ...LOCALES.flatMap((locale) => DISALLOWED.map((path) => `Disallow: ${href(locale, path)}`)),
        '',
        `Sitemap: ${origin}/sitemap.xml`,
      ]
    : ['User-agent: *', 'Disallow: /'];
  return answer(`${lines.join('\n')}\n`, 'text/plain');
}
