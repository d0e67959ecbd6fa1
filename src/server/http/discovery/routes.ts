import { Hono } from 'hono';
import type { Env } from '../env.ts';
import { serveCommunityRss } from './serve-community-rss.ts';
import { serveRss } from './serve-rss.ts';
import { serveSharePicture } from './share-picture.ts';
import { serveSitemapIndex, serveSitemapPart } from './serve-sitemap.ts';
import { href } from '#src/i18n/locale.ts';
import { LOCALES } from '#src/lib/languages.ts';
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
function serveRobots({ tenant, origin }: RequestContext): Response {
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

/** Routes for search engines, feed readers and messengers; expects `c.var.request`. */
export const discovery = new Hono<Env>()
  .get('/robots.txt', (c) => serveRobots(c.var.request))
  .get('/sitemap.xml', (c) => serveSitemapIndex(c.var.request))
  .get('/:file{sitemap-.+\\.xml}', (c) => serveSitemapPart(c.var.request, c.req.param('file')))
  .get('/info/rss.xml', (c) => serveRss(c.var.request))
  .get('/en/info/rss.xml', (c) => serveRss(c.var.request))
  .get('/community/rss.xml', (c) => serveCommunityRss(c.var.request))
  .get('/en/community/rss.xml', (c) => serveCommunityRss(c.var.request))
  .get('/share/:file', (c) => serveSharePicture(c.req.raw, c.var.request, c.req.param('file')));
