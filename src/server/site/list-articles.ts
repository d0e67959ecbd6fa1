import { and, asc, eq } from 'drizzle-orm';
import { paging, slice } from '#src/server/db/paging.ts';
import { article } from '#src/server/db/schema/site.ts';
import type { PublicContext } from '#src/server/http/context.ts';
import { localizedText } from '#src/lib/localized.ts';

/** Articles of this tenant: about pages, agreement, privacy. */
export async function listArticles(
  { db, tenant, locale }: PublicContext,
  input: { pageCurrent: number; pageSize: number },
) {
  const where = and(eq(article.enterpriseId, tenant.id), eq(article.published, true));
  const { limit, offset } = slice(input);
  const rows = await db
    .select()
    .from(article)
    .where(where)
    .orderBy(asc(article.sort), asc(article.id))
    .limit(limit)
    .offset(offset);
  return paging(
    input,
    await db.$count(article, where),
    rows.map(({ id, code, title, version }) => ({ id, code, title: localizedText(title, locale), version })),
  );
}
