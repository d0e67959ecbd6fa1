import { and, asc, eq, inArray } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import { article } from './tables.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { seesContent } from '#src/server/core/sees-content.ts';
import { localizedText } from '#src/lib/localized.ts';

/** Texts that users accept before they sign in: readable by everybody, also where the site is not public. */
export const ACCEPTED: readonly string[] = ['agreement', 'privacy'];

/** Condition for the articles that the viewer may read; undefined: all of them. */
export const readable = (who: Pick<PublicContext, 'tenant' | 'viewer'>) =>
  seesContent(who) ? undefined : inArray(article.code, [...ACCEPTED]);

/** Returns a page of the tenant's articles: about pages, agreement, privacy. */
export async function listArticles(
  { db, tenant, viewer, locale }: PublicContext,
  input: OperationInput<'POST /system/api/sys/article/list'>,
) {
  const where = and(eq(article.enterpriseId, tenant.id), eq(article.published, true), readable({ tenant, viewer }));
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
