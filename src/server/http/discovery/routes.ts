import { Hono } from 'hono';
import type { Env } from '../gateway.ts';
import { serveRobots } from './serve-robots.ts';
import { serveCommunityRss } from './serve-community-rss.ts';
import { serveRss } from './serve-rss.ts';
import { serveSharePicture } from './share-picture.ts';
import { serveSitemapIndex, serveSitemapPart } from './serve-sitemap.ts';

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
