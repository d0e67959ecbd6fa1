import { and, desc, eq, sql } from 'drizzle-orm';
import { getT } from '#src/i18n/server.ts';
import { localizedText } from '#src/lib/localized.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { post } from '#src/server/community/tables/post.ts';
import { communitySetting } from '#src/server/community/tables/moderation.ts';
import { website } from '#src/server/site/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { none } from './answer.ts';
import { rssAnswer } from './rss-answer.ts';

/** Posts of a feed. */
const NEWEST = 50;
/** Characters of the text of a post. */
const EXCERPT = 300;

/** `GET /community/rss.xml` (and `/en/…`): the newest blogs and questions of a community that is open to the public. */
export async function serveCommunityRss({ tenant, origin, locale }: RequestContext): Promise<Response> {
  if (!tenant.publicFace) return none();
  const found = await withTenant(tenant.id, async (db) => {
    const isOpen = and(eq(communitySetting.enterpriseId, tenant.id), eq(communitySetting.isPublic, true));
    if ((await db.$count(communitySetting, isOpen)) === 0) return null;
    const [site] = await db.select().from(website).where(eq(website.enterpriseId, tenant.id));
    const posts = await db
      .select({
        id: post.id,
        kind: post.kind,
        title: sql<string>`${post.title}`,
        description: sql<string>`left(${post.plainText}, ${EXCERPT})`,
        author: sql<string | null>`case when not ${post.anonymous}
          then coalesce(${enterpriseUser.nickname}, ${enterpriseUser.userName}) end`,
        publishedAt: post.publishedAt,
      })
      .from(post)
      .leftJoin(
        enterpriseUser,
        and(eq(enterpriseUser.enterpriseId, post.enterpriseId), eq(enterpriseUser.userId, post.authorId)),
      )
      .where(and(eq(post.enterpriseId, tenant.id), sql`${post.state} = 'published' and ${post.kind} <> 'answer'`))
      .orderBy(desc(post.publishedAt), desc(post.id))
      .limit(NEWEST);
    return { site, posts };
  });
  if (!found?.site) return none();
  const t = getT(locale);
  return rssAnswer(
    { origin, locale },
    {
      title: `${t('community:feed.title')} · ${localizedText(found.site.websiteTitle, locale)}`,
      description: t('community:feed.description'),
      path: '/community',
      items: found.posts.map(({ id, kind, ...row }) => ({ path: `/community/${kind}/${id}`, ...row })),
    },
  );
}
