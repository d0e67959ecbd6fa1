import { z } from 'zod';
import { MAX_ITEMS } from '#src/lib/list-limits.ts';
import { Empty, Id, Instant, paged, page, whole } from './common.ts';
import { define } from './define.ts';

/** Website info (spec section 3), in the viewer's language. `logo`, `websiteIco` are URLs. */
export const Website = z.object({
  enterpriseId: Id,
  key: z.string(),
  name: z.string(),
  websiteTitle: z.string(),
  slogan: z.string(),
  description: z.string(),
  footer: z.string(),
  websiteIco: z.string().nullable(),
  logo: z.string().nullable(),
  /** Pixels of the logo, so that a page can leave room for it; null when they are not known. */
  logoSize: z.object({ width: z.number().int(), height: z.number().int() }).nullable(),
  brandColor: z.string(),
  timeZone: z.string(),
  /** Language the tenant's content is written in. */
  lang: z.string(),
  websiteNavList: z
    .array(
      z.object({
        id: Id,
        code: z.string(),
        title: z.string(),
        navUrl: z.string(),
        navMenuType: z.number().int(),
        target: z.string(),
      }),
    )
    .max(MAX_ITEMS.navItems),
});

export const Banner = z.object({
  id: Id,
  title: z.string(),
  subtitle: z.string().nullable(),
  picture: z.string().nullable(),
  linkUrl: z.string().nullable(),
});

export const Article = z.object({ id: Id, code: z.string(), title: z.string(), version: z.number().int() });
export const ArticleVersion = z.object({ version: z.number().int(), gmtCreate: Instant });
export const EnumItem = z.object({ value: z.union([z.string(), z.number()]), label: z.string() });

export const site = define({
  'POST /system/api/website/view': {
    summary: 'Title, icon, logo, colour and navigation of the tenant of this host',
    auth: 'public',
    cache: ['site'],
    input: Empty,
    data: Website,
  },
  'GET /system/auth/pc/zone/info/nav/bar/list': {
    summary: 'Navigation items of this tenant',
    auth: 'enterprise',
    input: Empty,
    data: Website.shape.websiteNavList,
  },
  'GET /system/api/pc/zone/info/nav/bar/list': {
    summary: 'Navigation items of this tenant, for everybody',
    auth: 'visitor',
    cache: ['site'],
    input: Empty,
    data: Website.shape.websiteNavList,
  },
  'GET /system/auth/banner/setting/list': {
    summary: 'Banners, for signed-in people',
    auth: 'enterprise',
    input: Empty,
    data: z.array(Banner).max(MAX_ITEMS.banners),
  },
  'GET /system/api/banner/setting/list': {
    summary: 'Banners of the public landing page',
    auth: 'visitor',
    cache: ['site'],
    input: Empty,
    data: z.array(Banner).max(MAX_ITEMS.banners),
  },
  'POST /system/api/sys/article/list': {
    summary:
      'Articles (about pages) of this tenant; of a closed one only the texts that people accept, to who is no member',
    auth: 'public',
    cache: ['site'],
    input: paged(20),
    data: page(Article),
  },
  'GET /system/api/sys/article/view': {
    summary: 'One article, by id or by code, as it is or as it was in an earlier version; of a closed tenant as above',
    auth: 'public',
    cache: ['site'],
    input: z.object({
      id: z.string().min(1, { error: 'field.required' }).max(100),
      version: whole(1, 1e9).optional().meta({ description: 'an earlier one; absent: the present' }),
    }),
    data: Article.extend({
      bodyHtml: z.string(),
      gmtCreate: Instant.meta({ description: 'since when this version is there' }),
      versions: z.array(ArticleVersion).max(MAX_ITEMS.versions).meta({ description: 'the present one first' }),
    }),
  },
  'GET /system/api/enum/list': {
    summary: 'The values of an enumeration with their labels in the viewer’s language',
    auth: 'public',
    // They change only with a release; spec section 7 requires caching.
    cache: [],
    maxAge: 3_600,
    input: z.object({ enumName: z.string().min(1, { error: 'field.required' }).max(60) }),
    data: z.array(EnumItem).max(MAX_ITEMS.enumValues),
  },
});
