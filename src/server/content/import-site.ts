import { eq } from 'drizzle-orm';
import { article, articleVersion, banner, navItem, website } from '#src/server/site/tables.ts';
import { category } from '#src/server/course/tables.ts';
import { enterprise } from '#src/server/core/tables.ts';
import { differs, localizedText, syncByCode, type Importing } from '#src/server/content/importing.ts';

/** Imports the tenant itself: its row, website, navigation, banners and articles. */
export async function importSite(importing: Importing): Promise<void> {
  const { pack, fileId } = importing;
  await writeEnterprise(importing);
  await writeWebsite(importing);
  await syncByCode(
    importing,
    'navItem',
    navItem,
    pack.site.websiteNavList.map(({ code, title, navUrl, navMenuType, target }, sort) => ({
      code,
      title: localizedText(importing, title),
      navUrl,
      navMenuType,
      target,
      sort,
    })),
  );
  await syncByCode(
    importing,
    'banner',
    banner,
    pack.site.banners.map(({ code, title, subtitle, picture, linkUrl }, sort) => ({
      code,
      title: localizedText(importing, title),
      subtitle: localizedText(importing, subtitle),
      pictureFileId: fileId(picture, 'public'),
      linkUrl,
      sort,
    })),
  );
  await importArticles(importing);
}

/**
 * Imports articles with their versions: a changed title or body gets the next version number, and earlier versions that
 * users accepted remain readable.
 */
async function importArticles(importing: Importing): Promise<void> {
  const { db, enterpriseId, pack, now } = importing;
  const stored = await db.select().from(article).where(eq(article.enterpriseId, enterpriseId));
  const rows = pack.articles.map(({ code, ...texts }, sort) => {
    const title = localizedText(importing, texts.title);
    const body = localizedText(importing, texts.body);
    const before = stored.find((each) => each.code === code);
    const version = before ? before.version + Number(differs(before, { title, body })) : 1;
    return { code, title, body, version, sort };
  });
  const ids = await syncByCode(importing, 'article', article, rows);
  const versions = rows.map(({ code, title, body, version }) => ({
    enterpriseId,
    articleId: ids.get(code)!,
    version,
    title,
    body,
    gmtCreate: now,
  }));
  if (versions.length > 0) await db.insert(articleVersion).values(versions).onConflictDoNothing();
}

/** Imports categories, parents before their children. @returns ids by code */
export function importCategories(importing: Importing): Promise<Map<string, string>> {
  const all = importing.pack.site.categories;
  const depth = (code: string | undefined): number => {
    const found = all.find((entry) => entry.code === code);
    return found ? 1 + depth(found.parent) : 0;
  };
  const rows = all
    .map((entry, sort) => ({ ...entry, sort, depth: depth(entry.code) }))
    .sort((a, b) => a.depth - b.depth || a.sort - b.sort);
  return syncByCode(importing, 'category', category, function* (ids) {
    for (const { code, name, parent, sort } of rows) {
      yield { code, name: localizedText(importing, name), parentId: parent ? ids.get(parent) : null, sort };
    }
  });
}

/** Writes the row of the enterprise in `portal`, in the same transaction as everything else. */
async function writeEnterprise({ db, enterpriseId, pack, tally }: Importing): Promise<void> {
  const { key, name, timeZone, lang, isDefault } = pack.site;
  const row = { key, name, timeZone, lang, isDefault };
  if (isDefault) await db.update(enterprise).set({ isDefault: false }).where(eq(enterprise.isDefault, true));
  const [stored] = await db.select().from(enterprise).where(eq(enterprise.id, enterpriseId));
  if (!stored) {
    await db.insert(enterprise).values({ id: enterpriseId, ...row });
    tally.add('enterprise', 'created', key);
    return;
  }
  await db.update(enterprise).set(row).where(eq(enterprise.id, enterpriseId));
  // `isDefault` may have been reset by the statement above, so it is not compared.
  tally.add('enterprise', differs({ ...stored, isDefault }, row) ? 'updated' : 'unchanged', key);
}

async function writeWebsite(importing: Importing): Promise<void> {
  const { db, enterpriseId, pack, fileId, now, tally } = importing;
  const { websiteTitle, slogan, description, footer, websiteIco, logo, brandColor, publicFace } = pack.site;
  const row = {
    websiteTitle: localizedText(importing, websiteTitle),
    slogan: localizedText(importing, slogan),
    description: localizedText(importing, description),
    footer: localizedText(importing, footer),
    websiteIcoFileId: fileId(websiteIco, 'public'),
    logoFileId: fileId(logo, 'public'),
    brandColor: brandColor.toLowerCase(),
    publicFace,
  };
  const [stored] = await db.select().from(website).where(eq(website.enterpriseId, enterpriseId));
  if (!stored) await db.insert(website).values({ enterpriseId, ...row });
  else if (differs(stored, row))
    await db
      .update(website)
      .set({ ...row, gmtModified: now })
      .where(eq(website.enterpriseId, enterpriseId));
  tally.add('website', !stored ? 'created' : differs(stored, row) ? 'updated' : 'unchanged', pack.site.key);
}
