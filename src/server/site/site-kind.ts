import { and, asc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { isMobileSite, mobileSiteAddress, NO_MOBILE_SITE } from '#src/contract/rules/site.ts';
import { SiteDocument as Schema } from '#src/contract/site-documents.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import type { ContentKind, DocumentError, Editing } from '#src/server/core/content-kind.ts';
import type { LocalizedText } from '#src/server/core/db/columns.ts';
import { writeParts } from './site-parts.ts';
import { banner, navItem, website, zone, zoneItem } from './tables.ts';

export type SiteDocument = z.infer<typeof Schema>;

/** The site of an enterprise: name, appearance, navigation, banners and the zones of the landing page. Its id is that of the enterprise. */
export const SITE_KIND: ContentKind<SiteDocument> = {
  isForVisitors: true,
  // `tenant`: every page of the enterprise, in every process, and whether visitors see them.
  tags: () => ['tenant', 'site'],
  page: () => '/',
  titleOf: ({ title }) => title.zh || title.en,
  copyOf: (document) => document,
  complete: (document) => Schema.parse(document),
  // An enterprise has one site.
  create: () => Promise.reject(notFound()),
  read,
  check,
  write,
  setPublished: (_editing, _id, isPublished) =>
    isPublished ? Promise.resolve() : Promise.reject(new AppError(409, 'siteStays')),
  consequences: async ({ db, enterpriseId }, _id, change) => {
    if (change === 'hide') return [];
    const [row] = await db.select().from(website).where(eq(website.enterpriseId, enterpriseId));
    if (!row) return [];
    const { publicFace, languages } = change.publish;
    const isSingle = (offered: string | null) => offered !== null && !offered.includes(',');
    const site = mobileSiteOf(change.publish);
    return [
      ...(row.publicFace === publicFace ? [] : [{ name: publicFace ? 'siteOpens' : 'siteCloses', count: 1 }]),
      ...(isSingle(languages) && row.languages !== languages ? [{ name: 'siteLanguage', count: 1 }] : []),
      ...(row.mobileSite !== site && site !== null && site !== 'none'
        ? [{ name: 'siteMobile', count: 1, names: [site] }]
        : []),
    ];
  },
};

const both = (text: LocalizedText | null) => ({ zh: text?.zh ?? '', en: text?.en ?? '' });
/** A text as it is stored: without languages that are missing; null: none. */
const stored = (text: { zh: string; en: string }): LocalizedText | null => {
  const given = Object.entries(text).filter(([, words]) => words.trim() !== '');
  return given.length === 0 ? null : Object.fromEntries(given);
};

async function read({ db, enterpriseId }: Editing, id: string) {
  if (id !== enterpriseId) return null;
  const [row] = await db.select().from(website).where(eq(website.enterpriseId, enterpriseId));
  if (!row) return null;
  const own = <T extends typeof navItem | typeof banner | typeof zone>(table: T) =>
    eq(table.enterpriseId, enterpriseId);
  const nav = await db.select().from(navItem).where(own(navItem)).orderBy(asc(navItem.sort), asc(navItem.id));
  const banners = await db.select().from(banner).where(own(banner)).orderBy(asc(banner.sort), asc(banner.id));
  const zones = await db.select().from(zone).where(own(zone)).orderBy(asc(zone.sort), asc(zone.id));
  const items = await db
    .select()
    .from(zoneItem)
    .where(eq(zoneItem.enterpriseId, enterpriseId))
    .orderBy(asc(zoneItem.sort), asc(zoneItem.subjectId));
  const { rows } = await db.execute<{ isImported: boolean }>(sql`
    select exists (select from audit_log l where l.enterprise_id = ${enterpriseId} and l.action = 'content.import') as "isImported"`);
  const document: SiteDocument = {
    ...{ title: both(row.websiteTitle), slogan: both(row.slogan), description: both(row.description) },
    ...{ footer: both(row.footer), iconFileId: row.websiteIcoFileId, logoFileId: row.logoFileId },
    ...{ brandColor: row.brandColor, publicFace: row.publicFace, languages: row.languages },
    mobileSite: row.mobileSite === null ? 'default' : row.mobileSite === 'none' ? 'none' : 'own',
    mobileUrl: row.mobileSite === null || row.mobileSite === 'none' ? '' : row.mobileSite,
    nav: nav.map(({ id: each, title, navUrl, navMenuType, target, published }) => ({
      ...{
        id: each,
        title: both(title),
        url: navUrl,
        type: navMenuType,
        newTab: target === '_blank',
        shown: published,
      },
    })),
    banners: banners.map(({ id: each, title, subtitle, pictureFileId, linkUrl, published }) => ({
      ...{
        id: each,
        title: both(title),
        subtitle: both(subtitle),
        pictureFileId,
        url: linkUrl ?? '',
        shown: published,
      },
    })),
    zones: zones.map(({ id: each, title, subtitle, relationType, categoryId, published }) => ({
      ...{ id: each, title: both(title), subtitle: both(subtitle), type: relationType, categoryId, shown: published },
      items: items.filter(({ zoneId }) => zoneId === each).map(({ subjectId }) => subjectId),
    })),
  };
  return { document, isPublished: true, isFromPack: rows[0]!.isImported, stays: true };
}

/** What `website.mobile_site` is for a document. */
const mobileSiteOf = ({ mobileSite, mobileUrl }: SiteDocument) =>
  mobileSite === 'own' ? mobileSiteAddress(mobileUrl) : mobileSite === 'none' ? NO_MOBILE_SITE : null;

/** Where an item of the navigation or a banner may lead: into the portal or to another website. */
const LINK = /^(\/(?!\/)|https?:\/\/)\S*$/;

async function check({ db, enterpriseId }: Editing, _id: string, document: SiteDocument): Promise<DocumentError[]> {
  const { title, iconFileId, logoFileId, nav, banners, zones } = document;
  const errors: DocumentError[] = [];
  if (document.mobileSite === 'own' && !isMobileSite(document.mobileUrl))
    errors.push({ field: 'mobileUrl', key: 'field.url' });
  const requireText = (field: string, text: { zh: string; en: string }) =>
    stored(text) === null && errors.push({ field: `${field}.zh`, key: 'field.required' });
  requireText('title', title);
  for (const [list, parts] of Object.entries({ nav, banners, zones }))
    for (const [at, part] of parts.entries()) requireText(`${list}.${at}.title`, part.title);
  for (const [at, { url }] of nav.entries())
    if (!LINK.test(url)) errors.push({ field: `nav.${at}.url`, key: 'field.link' });
  for (const [at, { url }] of banners.entries())
    if (url !== '' && !LINK.test(url)) errors.push({ field: `banners.${at}.url`, key: 'field.link' });
  const files = [iconFileId, logoFileId, ...banners.map(({ pictureFileId }) => pictureFileId)];
  const categories = zones.map(({ categoryId }) => categoryId);
  const { rows } = await db.execute<{ id: string }>(sql`
    select w as id from unnest(${uuids(files)}) w where not exists (
      select from file f where f.enterprise_id = ${enterpriseId} and f.id = w and f.visibility = 'public')
    union all
    select w from unnest(${uuids(categories)}) w where not exists (
      select from category c where c.enterprise_id = ${enterpriseId} and c.id = w and c.deleted_at is null)
    union all
    select w from unnest(${uuids(chosen(zones, 1))}) w where not exists (
      select from course c where c.enterprise_id = ${enterpriseId} and c.id = w)
    union all
    select w from unnest(${uuids(chosen(zones, 6))}) w where not exists (
      select from lecturer l where l.enterprise_id = ${enterpriseId} and l.id = w)
    union all
    select w from unnest(${uuids(chosen(zones, 7))}) w where not exists (
      select from project p where p.enterprise_id = ${enterpriseId} and p.id = w)`);
  const missing = new Set(rows.map(({ id }) => id));
  const report = (field: string, id: string | null) =>
    id && missing.has(id) && errors.push({ field, key: 'field.notFound' });
  report('iconFileId', iconFileId);
  report('logoFileId', logoFileId);
  for (const [at, { pictureFileId }] of banners.entries()) report(`banners.${at}.pictureFileId`, pictureFileId);
  for (const [at, { type, categoryId, items }] of zones.entries()) {
    report(`zones.${at}.categoryId`, categoryId);
    // `zone_item` has no foreign key, because the kind of its subject depends on the zone.
    if (CHOSEN.includes(type)) report(`zones.${at}.items`, items.find((id) => missing.has(id)) ?? null);
    if (type === 5 && categoryId === null) errors.push({ field: `zones.${at}.categoryId`, key: 'field.required' });
  }
  return errors;
}

/** Types of zones whose things are chosen one by one: courses, lecturers, projects. */
const CHOSEN: readonly number[] = [1, 6, 7];
const chosen = (zones: SiteDocument['zones'], wanted: 1 | 6 | 7) =>
  zones.flatMap(({ type, items }) => (type === wanted ? items : []));

const uuids = (list: readonly (string | null)[]) => sql`${`{${list.filter((each) => each !== null).join()}}`}::uuid[]`;

async function write(editing: Editing, _id: string, document: SiteDocument): Promise<void> {
  const { title, slogan, description, footer, iconFileId, logoFileId, brandColor, publicFace, ...parts } = document;
  const { db, enterpriseId, now } = editing;
  await db
    .update(website)
    .set({
      ...{ websiteTitle: stored(title)!, slogan: stored(slogan), description: stored(description) },
      ...{ footer: stored(footer), websiteIcoFileId: iconFileId, logoFileId, publicFace, gmtModified: now },
      ...{ languages: document.languages, mobileSite: mobileSiteOf(document) },
      brandColor: brandColor.toLowerCase(),
    })
    .where(and(eq(website.enterpriseId, enterpriseId)));
  await writeParts(editing, {
    nav: parts.nav.map(({ id, title: name, url, type, newTab, shown }) => ({
      ...{ id, title: stored(name)!, navUrl: url, navMenuType: type, target: newTab ? '_blank' : '_self' },
      published: shown,
    })),
    banners: parts.banners.map(({ id, title: name, subtitle, pictureFileId, url, shown }) => ({
      ...{
        id,
        title: stored(name)!,
        subtitle: stored(subtitle),
        pictureFileId,
        linkUrl: url || null,
        published: shown,
      },
    })),
    zones: parts.zones.map(({ id, title: name, subtitle, type, categoryId, shown }) => ({
      ...{ id, title: stored(name)!, subtitle: stored(subtitle), relationType: type, published: shown },
      categoryId: type === 5 ? categoryId : null,
    })),
    items: parts.zones.flatMap(({ id, type, items }) =>
      CHOSEN.includes(type) ? [...new Set(items)].map((subjectId, sort) => ({ zoneId: id, subjectId, sort })) : [],
    ),
  });
}
