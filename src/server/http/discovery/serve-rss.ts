import { desc, eq } from 'drizzle-orm';
import { href, HTML_LANG } from '#src/i18n/locale.ts';
import { getT } from '#src/i18n/server.ts';
import { excerpt } from '#src/lib/excerpt.ts';
import { localizedText } from '#src/lib/localized.ts';
import { richTextToHtml } from '#src/lib/markdown.ts';
import { xml } from '#src/lib/xml.ts';
import { published } from '#src/server/announcement/published.ts';
import { announcement } from '#src/server/core/db/schema/announcement.ts';
import { website } from '#src/server/core/db/schema/site.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { answer, none } from './answer.ts';

/** Announcements of a feed. */
const NEWEST = 50;
/** Characters of one that has no summary. */
const EXCERPT = 300;

/** `GET /info/rss.xml` (and `/en/…`): the newest announcements as RSS 2.0. A closed tenant has none. */
export async function serveRss({ tenant, origin, locale, now }: RequestContext): Promise<Response> {
  if (!tenant.publicFace) return none();
  const { site, items } = await withTenant(tenant.id, async (db) => {
    const [site] = await db.select().from(website).where(eq(website.enterpriseId, tenant.id));
    const items = await db
      .select()
      .from(announcement)
      .where(published({ tenant, now }))
      .orderBy(desc(announcement.publishedAt), desc(announcement.id))
      .limit(NEWEST);
    return { site, items };
  });
  if (!site) return none();
  const t = getT(locale);
  const element = (name: string, text: string, attributes = '') => `<${name}${attributes}>${xml(text)}</${name}>`;
  const at = (path: string) => origin + href(locale, path);
  const entries = items.map(({ id, title, summary, body, author, publishedAt }) =>
    [
      '<item>',
      element('title', title),
      element('link', at(`/info/${id}`)),
      // The same announcement in both languages is one.
      element('guid', `${origin}/info/${id}`, ' isPermaLink="false"'),
      element('pubDate', publishedAt.toUTCString()),
      ...(author ? [element('dc:creator', author)] : []),
      element('description', summary || excerpt(richTextToHtml(body), EXCERPT)),
      '</item>',
    ].join(''),
  );
  const name = localizedText(site.websiteTitle, locale);
  return answer(
    `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel>
${element('title', `${t('announcement:title')} · ${name}`)}
${element('link', at('/info'))}
${element('description', t('announcement:description'))}
${element('language', HTML_LANG[locale])}
<atom:link rel="self" type="application/rss+xml" href="${xml(at('/info/rss.xml'))}"/>
${items[0] ? element('lastBuildDate', items[0].publishedAt.toUTCString()) : ''}
${entries.join('\n')}
</channel></rss>
`,
    'application/rss+xml',
  );
}
