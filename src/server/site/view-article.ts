import { and, eq } from 'drizzle-orm';
import { article } from '#src/server/db/schema/site.ts';
import type { PublicContext } from '#src/server/http/context.ts';
import { notFound } from '#src/server/http/refusal.ts';
import { localizedText } from '#src/lib/localized.ts';
import { markdownToHtml } from '#src/lib/markdown.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** One article by id, or by its code (`about`), as `/tpl?id=` shows it. */
export async function viewArticle({ db, tenant, locale }: PublicContext, { id }: { id: string }) {
  const [found] = await db
    .select()
    .from(article)
    .where(
      and(
        eq(article.enterpriseId, tenant.id),
        eq(article.published, true),
        UUID.test(id) ? eq(article.id, id) : eq(article.code, id),
      ),
    );
  if (!found) throw notFound();
  return {
    id: found.id,
    code: found.code,
    title: localizedText(found.title, locale),
    bodyHtml: markdownToHtml(localizedText(found.body, locale)),
  };
}
