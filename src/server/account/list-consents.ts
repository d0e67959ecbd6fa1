import { and, desc, eq } from 'drizzle-orm';
import { userConsent } from './tables/account.ts';
import { article, articleVersion } from '#src/server/site/tables.ts';
import type { Context } from '#src/server/core/context.ts';
import { localizedText } from '#src/lib/localized.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';

/** Lists which versions of this enterprise's agreement and privacy texts the user has accepted, and when. */
export async function listConsents({ db, tenant, viewer, locale }: Context) {
  const rows = await db
    .select({ consent: userConsent, title: articleVersion.title, present: article.title })
    .from(userConsent)
    .innerJoin(article, and(eq(article.enterpriseId, userConsent.enterpriseId), eq(article.code, userConsent.code)))
    .leftJoin(
      articleVersion,
      and(
        eq(articleVersion.enterpriseId, article.enterpriseId),
        eq(articleVersion.articleId, article.id),
        eq(articleVersion.version, userConsent.version),
      ),
    )
    .where(and(eq(userConsent.enterpriseId, tenant.id), eq(userConsent.userId, viewer.userId)))
    .orderBy(desc(userConsent.gmtCreate), userConsent.code)
    .limit(MAX_ITEMS.consents);
  return rows.map(({ consent: { code, version, gmtCreate }, title, present }) => ({
    code,
    version,
    gmtCreate,
    title: localizedText(title ?? present, locale),
  }));
}
