import { desc, eq } from 'drizzle-orm';
import { getT } from '#src/i18n/server.ts';
import { excerpt } from '#src/lib/plain-text.ts';
import { localizedText } from '#src/lib/localized.ts';
import { richTextToHtml } from '#src/lib/markdown.ts';
import { published } from '#src/server/announcement/published.ts';
import { announcement } from '#src/server/announcement/tables.ts';
import { website } from '#src/server/site/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { none } from './answer.ts';
import { rssAnswer } from './rss-answer.ts';

/** Maximum number of announcements in a feed. */
const MAX_ITEMS = 50;
/** Length in characters of the description of an announcement without a summary. */
const EXCERPT_LENGTH = 300;

/** `GET /info/rss.xml` (and `/en/…`): the newest announcements as RSS 2.0. 404 if the site is not public. */
export async function serveRss({ tenant, origin, locale, now }: RequestContext): Promise<Response> {
  if (!tenant.publicFace) return none();
  const { site, items } = await withTenant(tenant.id, async (db) => {
    const [site] = await db.select().from(website).where(eq(website.enterpriseId, tenant.id));
    const items = await db
      .select()
      .from(announcement)
      .where(published({ tenant, viewer: null, now }))
      .orderBy(desc(announcement.publishedAt), desc(announcement.id))
      .limit(MAX_ITEMS);
    return { site, items };
  });
  if (!site) return none();
  const t = getT(locale);
  return rssAnswer(
    { origin, locale },
    {
      title: `${t('announcement:title')} · ${localizedText(site.websiteTitle, locale)}`,
      description: t('announcement:description'),
      path: '/info',
      items: items.map(({ id, title, summary, body, author, publishedAt }) => ({
        path: `/info/${id}`,
        title,
        description: summary || excerpt(richTextToHtml(body), EXCERPT_LENGTH),
        author,
        publishedAt,
      })),
    },
  );
}
