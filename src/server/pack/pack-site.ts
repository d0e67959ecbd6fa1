import { z } from 'zod';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { isMobileSite, mobileSiteAddress, NO_MOBILE_SITE } from '#src/contract/rules/site.ts';
import { LOCALES } from '#src/lib/languages.ts';
import {
  Code,
  given,
  item,
  Line,
  Link,
  list,
  Localized,
  LocalizedLine,
  LocalizedParagraph,
  MediaPath,
} from './fields.ts';

/* Schemas of `site.yaml` and of articles (docs/content-packs.md). */

export const NavItem = item({
  code: Code,
  title: LocalizedLine,
  navUrl: Link,
  navMenuType: z.literal([1, 2, 3, 4, 5, 6]),
  target: z.enum(['_self', '_blank']).default('_self'),
});
export const Banner = item({
  code: Code,
  title: LocalizedLine,
  subtitle: LocalizedLine.optional(),
  picture: MediaPath,
  linkUrl: Link.optional(),
});
export const Zone = item({
  code: Code,
  title: LocalizedLine,
  subtitle: LocalizedLine.optional(),
  relationType: z.literal([1, 2, 3, 4, 5, 6, 7]),
  /** For relationType 5. */
  category: Code.optional(),
  /** For relationType 1. */
  courses: list(Code, MAX_ITEMS.zoneItems).optional(),
  /** For relationType 6; without it all lecturers. */
  lecturers: list(Code, MAX_ITEMS.zoneItems).optional(),
  /** For relationType 7; without it the newest. */
  projects: list(Code, MAX_ITEMS.zoneItems).optional(),
}).superRefine(
  (zone, context) => {
    const fits = { courses: 1, category: 5, lecturers: 6, projects: 7 } as const;
    for (const [key, type] of Object.entries(fits) as [keyof typeof fits, number][]) {
      const wrong = (message: string) => context.addIssue({ code: 'custom', path: [key], message });
      if (zone[key] !== undefined && zone.relationType !== type)
        wrong(`only a zone with relationType ${type} has "${key}"`);
      if (zone[key] === undefined && zone.relationType === type && (key === 'courses' || key === 'category'))
        wrong(`a zone with relationType ${type} needs "${key}"`);
      if (Array.isArray(zone[key]) && new Set(zone[key]).size < zone[key].length) wrong('names one code twice');
    }
  },
  given('relationType', 'category', 'courses', 'lecturers', 'projects'),
);
export const Category = item({ code: Code, name: LocalizedLine, parent: Code.optional() });

export const Site = item({
  key: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, 'should be a host label: lower-case letters, digits and hyphens'),
  name: Line,
  timeZone: z.string().refine(isTimeZone, 'should be a time zone like "Asia/Shanghai"'),
  brandColor: z.string().regex(/^#[0-9a-fA-F]{6}$/, 'should be a colour like "#1f6feb"'),
  lang: z.enum(['zh', 'en']),
  isDefault: z.boolean().default(false),
  websiteTitle: LocalizedLine,
  slogan: LocalizedParagraph,
  description: LocalizedParagraph,
  websiteIco: MediaPath,
  logo: MediaPath,
  footer: LocalizedParagraph.optional(),
  /** False: content is shown to members only. */
  publicFace: z.boolean().default(true),
  /** The languages that its pages have, the default first; without it both, that of the content first. */
  languages: list(z.enum(LOCALES), LOCALES.length)
    .min(1, 'should have at least one item')
    .refine((each) => new Set(each).size === each.length, 'names one language twice')
    .optional(),
  /** Where phones are sent; without it what the installation says. */
  mobileSite: z
    .string()
    .trim()
    .refine(
      (site) => site === NO_MOBILE_SITE || isMobileSite(site),
      'should be "none" or an address with https, like "https://m.example.com", without "?" and "#"',
    )
    .transform(mobileSiteAddress)
    .optional(),
  websiteNavList: list(NavItem, MAX_ITEMS.navItems).min(1, 'should have at least one item'),
  banners: list(Banner, MAX_ITEMS.banners).default([]),
  /** Zones of the landing page, in order. */
  zones: list(Zone, MAX_ITEMS.zones).optional(),
  categories: list(Category, MAX_ITEMS.categories).min(1, 'should have at least one item'),
});

export const Article = item({ code: Code, title: LocalizedLine, body: Localized });

export type Site = z.infer<typeof Site>;
export type Article = z.infer<typeof Article>;

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
