import { sql } from 'drizzle-orm';
import { OFFERED_LANGUAGES, type OfferedLanguages } from '#src/lib/languages.ts';
import { boolean, check, foreignKey, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { enterpriseId, id, gmtCreate, gmtModified, code, sort, localized } from '#src/server/core/db/columns.ts';
import { oneOf, atLeast, between, matches } from '#src/server/core/db/constraints.ts';
import { category } from '#src/server/course/tables.ts';

export const website = pgTable(
  'website',
  {
    enterpriseId: enterpriseId().primaryKey(),
    websiteTitle: localized('website_title').notNull(),
    slogan: localized('slogan'),
    description: localized('description'),
    footer: localized('footer'),
    websiteIcoFileId: uuid('website_ico_file_id'),
    logoFileId: uuid('logo_file_id'),
    /** `#rrggbb`; drives the whole theme. */
    brandColor: text('brand_color').notNull(),
    /** False: visitors who are not signed in see only the login pages, and search engines nothing. */
    publicFace: boolean('public_face').notNull().default(true),
    /** The languages that its pages have, the default first; null: both, the language of its content first. */
    languages: text('languages').$type<OfferedLanguages>(),
    /** Where phones are sent: an address with https, or `none`; null: as `MOBILE_SITE_URL` says. */
    mobileSite: text('mobile_site'),
    gmtModified: gmtModified(),
  },
  (t) => [
    matches(t.brandColor, '^#[0-9a-fA-F]{6}$'),
    oneOf(t.languages, OFFERED_LANGUAGES),
    matches(t.mobileSite, '^(none|https://.+)$'),
  ],
);

export const navItem = pgTable(
  'nav_item',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    code: code(),
    title: localized('title').notNull(),
    navUrl: text('nav_url').notNull(),
    navMenuType: integer('nav_menu_type').notNull(),
    target: text('target').notNull().default('_self'),
    sort: sort(),
    published: boolean('published').notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.code),
    atLeast(t.navMenuType, 1),
    oneOf(t.target, ['_self', '_blank']),
  ],
);

export const banner = pgTable(
  'banner',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    code: code(),
    title: localized('title').notNull(),
    subtitle: localized('subtitle'),
    pictureFileId: uuid('picture_file_id'),
    linkUrl: text('link_url'),
    sort: sort(),
    published: boolean('published').notNull().default(true),
  },
  (t) => [primaryKey({ columns: [t.enterpriseId, t.id] }), unique().on(t.enterpriseId, t.code)],
);

export const article = pgTable(
  'article',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    code: code(),
    title: localized('title').notNull(),
    /** Markdown. */
    body: localized('body').notNull(),
    /** Increases whenever title or body changes. */
    version: integer('version').notNull().default(1),
    sort: sort(),
    published: boolean('published').notNull().default(true),
    gmtModified: gmtModified(),
  },
  (t) => [primaryKey({ columns: [t.enterpriseId, t.id] }), unique().on(t.enterpriseId, t.code), atLeast(t.version, 1)],
);

/** Every version of an article including the current one, so that accepted versions remain readable. */
export const articleVersion = pgTable(
  'article_version',
  {
    enterpriseId: enterpriseId(),
    articleId: uuid('article_id').notNull(),
    version: integer('version').notNull(),
    title: localized('title').notNull(),
    /** Markdown. */
    body: localized('body').notNull(),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.articleId, t.version] }),
    foreignKey({ columns: [t.enterpriseId, t.articleId], foreignColumns: [article.enterpriseId, article.id] }).onDelete(
      'cascade',
    ),
    atLeast(t.version, 1),
  ],
);

/** A section of the landing page. */
export const zone = pgTable(
  'zone',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    code: code(),
    title: localized('title').notNull(),
    subtitle: localized('subtitle'),
    /** 1 selected courses, 2 newest, 3 most studied, 4 best rated, 5 of one category; 6 lecturers, 7 projects. */
    relationType: integer('relation_type').notNull(),
    categoryId: uuid('category_id'),
    sort: sort(),
    published: boolean('published').notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.code),
    foreignKey({ columns: [t.enterpriseId, t.categoryId], foreignColumns: [category.enterpriseId, category.id] }),
    between(t.relationType, 1, 7),
    check('zone_category_check', sql`(${t.relationType} = 5) = (${t.categoryId} is not null)`),
  ],
);

/** The selected items of a zone: courses, lecturers or projects, depending on its `relationType`. */
export const zoneItem = pgTable(
  'zone_item',
  {
    enterpriseId: enterpriseId(),
    zoneId: uuid('zone_id').notNull(),
    subjectId: uuid('subject_id').notNull(),
    sort: sort(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.zoneId, t.subjectId] }),
    foreignKey({ columns: [t.enterpriseId, t.zoneId], foreignColumns: [zone.enterpriseId, zone.id] }),
  ],
);
