import { and, asc, eq } from 'drizzle-orm';
import { banner } from './tables.ts';
import { publicFileUrl } from '#src/server/file/file-url.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { localizedText } from '#src/lib/localized.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';

/** Returns the banners of the landing page, in the order of the enterprise. */
export async function listBanners({ db, tenant, locale }: PublicContext) {
  const rows = await db
    .select()
    .from(banner)
    .where(and(eq(banner.enterpriseId, tenant.id), eq(banner.published, true)))
    .orderBy(asc(banner.sort), asc(banner.id))
    .limit(MAX_ITEMS.banners);
  return rows.map((row) => ({
    id: row.id,
    title: localizedText(row.title, locale),
    subtitle: localizedText(row.subtitle, locale),
    picture: publicFileUrl(row.pictureFileId),
    linkUrl: row.linkUrl,
  }));
}
