import { eq } from 'drizzle-orm';
import { article, articleVersion, banner, navItem, website } from '#src/server/site/tables.ts';
import { enterprise } from '#src/server/core/tables.ts';
import type { OfferedLanguages } from '#src/lib/languages.ts';
import { differs, localizedText, syncByCode, type Importing } from '#src/server/pack/importing.ts';
import { insertEnterprise, updateEnterprise } from '#src/server/core/write-enterprise.ts';
import { OperatorError } from '#src/server/core/operator-error.ts';

/** Imports the tenant itself: its row, website, navigation, banners and articles. */
export async function importSite(importing: Importing): Promise<void> {
  const { pack } = importing;
  await writeEnterprise(importing);
  if (!importing.edits.isTakenOver('site', pack.site.key)) await importWebsite(importing);
  await importArticles(importing);
}

/** Imports the website with navigation and banners. */
async function importWebsite(importing: Importing): Promise<void> {
  const { pack, fileId } = importing;
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
  const isOurs = ({ code }: { code: string }) => !importing.edits.isTakenOver('article', code);
  const versions = rows.filter(isOurs).map(({ code, title, body, version }) => ({
    enterpriseId,
    articleId: ids.get(code)!,
    version,
    title,
    body,
    gmtCreate: now,
  }));
  if (versions.length > 0) await db.insert(articleVersion).values(versions).onConflictDoNothing();
}

/** Writes the row of the enterprise in `portal`, in the same transaction as everything else. */
async function writeEnterprise({ db, enterpriseId, pack, tally }: Importing): Promise<void> {
  const { key, name, timeZone, lang, isDefault } = pack.site;
  const row = { key, name, timeZone, lang, isDefault };
  const [stored] = await db.select().from(enterprise).where(eq(enterprise.id, enterpriseId));
  if (!stored) {
    if (!(await insertEnterprise(db, { id: enterpriseId, ...row })))
      throw new OperatorError(`There is another tenant "${key}" already: import again.`);
    tally.add('enterprise', 'created', key);
    return;
  }
  await updateEnterprise(db, enterpriseId, row);
  // Another enterprise may have become the default since: `isDefault` is not compared.
  tally.add('enterprise', differs({ ...stored, isDefault }, row) ? 'updated' : 'unchanged', key);
}

async function writeWebsite(importing: Importing): Promise<void> {
  const { db, enterpriseId, pack, fileId, now, tally } = importing;
  const { websiteTitle, slogan, description, footer, websiteIco, logo, brandColor, publicFace } = pack.site;
  const { languages, mobileSite } = pack.site;
  const row = {
    websiteTitle: localizedText(importing, websiteTitle),
    slogan: localizedText(importing, slogan),
    description: localizedText(importing, description),
    footer: localizedText(importing, footer),
    websiteIcoFileId: fileId(websiteIco, 'public'),
    logoFileId: fileId(logo, 'public'),
    brandColor: brandColor.toLowerCase(),
    publicFace,
    languages: (languages?.join(',') as OfferedLanguages | undefined) ?? null,
    mobileSite: mobileSite ?? null,
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
