import { z } from 'zod';
import { LOCALES } from '#src/lib/languages.ts';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { Empty, Id, Instant, paged, page, whole } from './common.ts';
import { define } from './define.ts';

/** Website info, in the viewer's language. `logo`, `websiteIco` are URLs. */
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
  /** Size of the logo in pixels, for the page layout; null if unknown. */
  logoSize: z.object({ width: z.number().int(), height: z.number().int() }).nullable(),
  brandColor: z.string(),
  timeZone: z.string(),
  /** Language the tenant's content is written in. */
  lang: z.string(),
  /** Languages of its pages, the default first. */
  languages: z.array(z.enum(LOCALES)).max(LOCALES.length),
  /** Whether the portal sends codes by e-mail, too. */
  sendsEmail: z.boolean(),
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
    summary: 'Get title, icon, logo, colour and navigation of the tenant of this host',
    auth: 'public',
    cache: ['site'],
    input: Empty,
    data: Website,
  },
  'GET /system/auth/pc/zone/info/nav/bar/list': {
    summary: 'List the navigation items of this tenant',
    auth: 'enterprise',
    input: Empty,
    data: Website.shape.websiteNavList,
  },
  'GET /system/api/pc/zone/info/nav/bar/list': {
    summary: 'List the navigation items of this tenant, for everybody',
    auth: 'visitor',
    cache: ['site'],
    input: Empty,
    data: Website.shape.websiteNavList,
  },
  'GET /system/auth/banner/setting/list': {
    summary: 'List the banners, for members',
    auth: 'enterprise',
    input: Empty,
    data: z.array(Banner).max(MAX_ITEMS.banners),
  },
  'GET /system/api/banner/setting/list': {
    summary: 'List the banners of the public landing page',
    auth: 'visitor',
    cache: ['site'],
    input: Empty,
    data: z.array(Banner).max(MAX_ITEMS.banners),
  },
  'POST /system/api/sys/article/list': {
    summary:
      'List the articles (about pages) of this tenant; non-members of a closed tenant get the texts that require consent only',
    auth: 'public',
    cache: ['site'],
    input: paged(),
    data: page(Article),
  },
  'GET /system/api/sys/article/view': {
    summary: 'Get one article by id or code, in the current or an earlier version; access as for the list',
    auth: 'public',
    cache: ['site'],
    input: z.object({
      id: z.string().min(1, { error: 'field.required' }).max(100),
      version: whole(1, 1e9).optional().meta({ description: 'an earlier version; default: the current one' }),
    }),
    data: Article.extend({
      bodyHtml: z.string(),
      gmtCreate: Instant.meta({ description: 'time of publication of this version' }),
      versions: z.array(ArticleVersion).max(MAX_ITEMS.versions).meta({ description: 'newest first' }),
    }),
  },
  'GET /system/api/enum/list': {
    summary: 'List the values of an enumeration with their labels in the viewer’s language',
    auth: 'public',
    // They change only with a release.
    cache: [],
    maxAge: 3_600,
    input: z.object({ enumName: z.string().min(1, { error: 'field.required' }).max(60) }),
    data: z.array(EnumItem).max(MAX_ITEMS.enumValues),
  },
});
