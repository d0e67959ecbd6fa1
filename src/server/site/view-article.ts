import { and, desc, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { article, articleVersion } from './tables.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { localizedText } from '#src/lib/localized.ts';
import { markdownToHtml } from '#src/lib/markdown.ts';

import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { readable } from './list-articles.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Returns one article by id or code (`about`), for `/tpl?id=` and `/agreement`.
 * @param input.version an earlier version, which remains readable for users who accepted it
 * @throws AppError 404 when the article or version does not exist or the viewer may not read it
 */
export async function viewArticle(
  { db, tenant, viewer, locale }: PublicContext,
  { id, version }: OperationInput<'GET /system/api/sys/article/view'>,
) {
  const [found] = await db
    .select()
    .from(article)
    .where(
      and(
        eq(article.enterpriseId, tenant.id),
        eq(article.published, true),
        readable({ tenant, viewer }),
        UUID.test(id) ? eq(article.id, id) : eq(article.code, id),
      ),
    );
  if (!found) throw notFound();
  const ofArticle = and(eq(articleVersion.enterpriseId, tenant.id), eq(articleVersion.articleId, found.id));
  const versions = await db
    .select({ version: articleVersion.version, gmtCreate: articleVersion.gmtCreate })
    .from(articleVersion)
    .where(ofArticle)
    .orderBy(desc(articleVersion.version))
    .limit(MAX_ITEMS.versions);
  const [earlier] =
    version === undefined || version === found.version
      ? [found]
      : await db
          .select()
          .from(articleVersion)
          .where(and(ofArticle, eq(articleVersion.version, version)));
  if (!earlier) throw notFound();
  const stored = 'gmtCreate' in earlier ? earlier : versions.find((each) => each.version === earlier.version);
  return {
    id: found.id,
    code: found.code,
    title: localizedText(earlier.title, locale),
    bodyHtml: markdownToHtml(localizedText(earlier.body, locale)),
    version: earlier.version,
    gmtCreate: stored?.gmtCreate ?? found.gmtModified,
    versions,
  };
}
