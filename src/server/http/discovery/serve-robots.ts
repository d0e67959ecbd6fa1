import { LOCALES, href } from '#src/i18n/locale.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { answer } from './answer.ts';

/** Pages that are somebody's own, or different for each question. Chinese paths; the English ones follow. */
const OWN = [
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

/** `GET /robots.txt`: what machines may read of this tenant; of a closed one, nothing. */
export function serveRobots({ tenant, origin }: RequestContext): Response {
  const lines = tenant.publicFace
    ? [
        'User-agent: *',
        'Disallow: /gateway/',
        ...LOCALES.flatMap((locale) => OWN.map((path) => `Disallow: ${href(locale, path)}`)),
        '',
        `Sitemap: ${origin}/sitemap.xml`,
      ]
    : ['User-agent: *', 'Disallow: /'];
  return answer(`${lines.join('\n')}\n`, 'text/plain');
}
