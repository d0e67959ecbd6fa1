import { and, eq, inArray } from 'drizzle-orm';
import { article } from '#src/server/site/tables.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { localizedText } from '#src/lib/localized.ts';
import { markdownToHtml } from '#src/lib/markdown.ts';
import { plainText } from '#src/lib/plain-text.ts';
import type { Found } from './find.ts';

/** Replaces title and body of articles, which are indexed in both languages, by those of the viewer's language. */
export async function localizeArticles(
  { db, tenant, locale }: PublicContext,
  list: Found['list'],
): Promise<Found['list']> {
  const ids = list.filter(({ subjectType }) => subjectType === 'article').map(({ id }) => id);
  if (ids.length === 0) return list;
  const rows = await db
    .select({ id: article.id, title: article.title, body: article.body })
    .from(article)
    .where(and(eq(article.enterpriseId, tenant.id), inArray(article.id, ids)));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return list.map((hit) => {
    const row = hit.subjectType === 'article' ? byId.get(hit.id) : undefined;
    if (!row) return hit;
    const body = plainText(markdownToHtml(localizedText(row.body, locale)));
    return { ...hit, title: localizedText(row.title, locale), body };
  });
}
