import { sql } from 'drizzle-orm';
import { boolean, check, foreignKey, index, integer, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { code, enterpriseId, gmtCreate, gmtModified, id, localized, portal, sort } from './columns.ts';
import { atLeast, between, matches, oneOf } from './constraints.ts';
import { pgTable } from 'drizzle-orm/pg-core';

/** A tenant. Global: it is what a host name resolves to. */
export const enterprise = portal.table(
  'enterprise',
  {
    id: uuid('id').primaryKey(),
    /** First label of its host name, e.g. `huaxin`. */
    key: text('key').notNull().unique(),
    name: text('name').notNull(),
    /** IANA name, e.g. `Asia/Shanghai`. */
    timeZone: text('time_zone').notNull(),
    /** Language its content is written in. */
    lang: text('lang').notNull(),
    /** Served on hosts without a tenant label. */
    isDefault: boolean('is_default').notNull().default(false),
    status: text('status').$type<'active' | 'closed'>().notNull().default('active'),
    /** Kept by a trigger of `website`: who is asked before any tenant's row may be read has to know it. */
    publicFace: boolean('public_face').notNull().default(true),
    gmtCreate: gmtCreate(),
  },
  (t) => [oneOf(t.lang, ['zh', 'en']), oneOf(t.status, ['active', 'closed'])],
);

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
    /** `#rrggbb`; drives the whole theme (design section 11). */
    brandColor: text('brand_color').notNull(),
    /** False: visitors who are not signed in see nothing but the ways in, and search engines nothing at all. */
    publicFace: boolean('public_face').notNull().default(true),
    gmtModified: gmtModified(),
  },
  (t) => [matches(t.brandColor, '^#[0-9a-fA-F]{6}$')],
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
    /** Counts up whenever title or body changes. */
    version: integer('version').notNull().default(1),
    sort: sort(),
    published: boolean('published').notNull().default(true),
    gmtModified: gmtModified(),
  },
  (t) => [primaryKey({ columns: [t.enterpriseId, t.id] }), unique().on(t.enterpriseId, t.code), atLeast(t.version, 1)],
);

/** Every version of an article, the present one too: what somebody accepted stays readable. */
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

/** Course categories, a tree. */
export const category = pgTable(
  'category',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    code: code(),
    name: localized('name').notNull(),
    parentId: uuid('parent_id'),
    sort: sort(),
    published: boolean('published').notNull().default(true),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.code),
    foreignKey({ columns: [t.enterpriseId, t.parentId], foreignColumns: [t.enterpriseId, t.id] }),
    index().on(t.enterpriseId, t.parentId),
  ],
);

/** A band of the landing page (spec section 7, `pc/zone/info`). */
export const zone = pgTable(
  'zone',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    code: code(),
    title: localized('title').notNull(),
    subtitle: localized('subtitle'),
    /** 1 courses chosen by hand, 2 newest, 3 most studied, 4 best rated, 5 of one category; 6 lecturers, 7 projects. */
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

/** What was chosen by hand for a zone: courses, lecturers or projects, by its `relationType`. */
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
