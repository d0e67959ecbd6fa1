import { and, asc, eq } from 'drizzle-orm';
import { file } from '#src/server/file/tables.ts';
import { navItem, website } from './tables.ts';
import { publicFileUrl } from '#src/server/file/file-url.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { settings } from '#src/server/core/settings.ts';
import { languagesOf } from '#src/lib/languages.ts';
import { localizedText } from '#src/lib/localized.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';

/** Returns the navigation in the order of the enterprise; `navUrl` is the Chinese path. */
export async function listNav({ db, tenant, locale }: PublicContext) {
  const items = await db
    .select()
    .from(navItem)
    .where(and(eq(navItem.enterpriseId, tenant.id), eq(navItem.published, true)))
    .orderBy(asc(navItem.sort), asc(navItem.id))
    .limit(MAX_ITEMS.navItems);
  return items.map((item) => ({ ...item, title: localizedText(item.title, locale) }));
}

/** Returns name, title, logo and icon of the tenant. @throws AppError 404 */
export async function viewLogo({ db, tenant, locale }: PublicContext) {
  const [found] = await db.select().from(website).where(eq(website.enterpriseId, tenant.id));
  if (!found) throw notFound();
  return {
    name: tenant.name,
    websiteTitle: localizedText(found.websiteTitle, locale),
    logo: publicFileUrl(found.logoFileId),
    websiteIco: publicFileUrl(found.websiteIcoFileId),
  };
}

/** Returns branding and navigation of the tenant of this host. @throws AppError 404 */
export async function viewWebsite(ctx: PublicContext) {
  const { db, tenant, locale } = ctx;
  const [row] = await db
    .select({ website, width: file.width, height: file.height })
    .from(website)
    .leftJoin(file, and(eq(file.enterpriseId, website.enterpriseId), eq(file.id, website.logoFileId)))
    .where(eq(website.enterpriseId, tenant.id));
  if (!row) throw notFound();
  const { website: found, width, height } = row;
  return {
    enterpriseId: tenant.id,
    key: tenant.key,
    name: tenant.name,
    timeZone: tenant.timeZone,
    lang: tenant.lang,
    languages: languagesOf(found.languages, tenant.lang),
    sendsEmail: settings().mail !== undefined,
    websiteTitle: localizedText(found.websiteTitle, locale),
    slogan: localizedText(found.slogan, locale),
    description: localizedText(found.description, locale),
    footer: localizedText(found.footer, locale),
    websiteIco: publicFileUrl(found.websiteIcoFileId),
    logo: publicFileUrl(found.logoFileId),
    logoSize: width && height ? { width, height } : null,
    brandColor: found.brandColor,
    websiteNavList: await listNav(ctx),
  };
}
