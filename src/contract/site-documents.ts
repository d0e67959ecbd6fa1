import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { ANNOUNCEMENT_FILES } from './rules/announcement.ts';
import { OFFERED_LANGUAGES } from '#src/lib/languages.ts';
import { Id } from './common.ts';
import { Named, Rule } from './requirement-parts.ts';

/* Documents of announcements, of the site and of its articles, which are edited as drafts. */

const text = (max: number) => z.string().max(max, { error: 'field.tooLong' });
/** A text in both languages; an empty one is missing. */
const both = (max: number) => z.object({ zh: text(max), en: text(max) });
const Moment = z.iso.datetime({ offset: true, error: 'field.invalid' }).max(40, { error: 'field.invalid' });
const Link = text(500);

export const AnnouncementDocument = z.object({
  title: text(200),
  summary: text(1_000),
  /** HTML of the editor, or Markdown of a content pack. */
  body: text(100_000),
  coverFileId: Id.nullable(),
  author: text(100),
  /** The time that is shown; null: that of the first publication. */
  publishedAt: Moment.nullable(),
  pinned: z.boolean(),
  /** Members are asked to confirm that they have read it. */
  mustRead: z.boolean(),
  attachments: z
    .array(z.object({ fileId: Id, fileName: text(300) }))
    .max(ANNOUNCEMENT_FILES, { error: 'field.tooMany' }),
  /** Only its audience sees it: members to whom `rules` or `people` apply. */
  restricted: z.boolean(),
  rules: z.array(Rule).max(MAX_ITEMS.requirementRules, { error: 'field.tooMany' }),
  people: z.array(Named).max(MAX_ITEMS.requirementPeople, { error: 'field.tooMany' }),
});

const whole = (min: number, max: number) =>
  z.number({ error: 'field.number' }).int({ error: 'field.number' }).min(min, { error: 'field.number' }).max(max, {
    error: 'field.number',
  });

export const SiteDocument = z.object({
  title: both(60),
  slogan: both(120),
  description: both(500),
  footer: both(500),
  iconFileId: Id.nullable(),
  logoFileId: Id.nullable(),
  brandColor: z
    .string()
    .max(7, { error: 'field.colour' })
    .regex(/^#[0-9a-fA-F]{6}$/, { error: 'field.colour' }),
  /** Visitors see the landing page and the catalogue; else only the login pages. */
  publicFace: z.boolean(),
  /** Languages of its pages, the default first; null: both, the language of its content first. */
  languages: z.enum(OFFERED_LANGUAGES).nullable().default(null),
  /** Where phones are sent: as the operator has set, nowhere, or to the address of an own mobile site. */
  mobileSite: z.enum(['default', 'none', 'own']).default('default'),
  mobileUrl: Link.default(''),
  nav: z
    .array(
      z.object({ id: Id, title: both(40), url: Link, type: whole(1, 100), newTab: z.boolean(), shown: z.boolean() }),
    )
    .max(MAX_ITEMS.navItems, { error: 'field.tooMany' }),
  banners: z
    .array(
      z.object({
        ...{ id: Id, title: both(80), subtitle: both(200), pictureFileId: Id.nullable() },
        ...{ url: Link, shown: z.boolean() },
      }),
    )
    .max(MAX_ITEMS.banners, { error: 'field.tooMany' }),
  zones: z
    .array(
      z.object({
        ...{ id: Id, title: both(60), subtitle: both(200), type: whole(1, 7), categoryId: Id.nullable() },
        /** Selected courses, lecturers or projects; none: all of the kind in their order. */
        items: z.array(Id).max(MAX_ITEMS.zoneItems, { error: 'field.tooMany' }),
        shown: z.boolean(),
      }),
    )
    .max(MAX_ITEMS.zones, { error: 'field.tooMany' }),
});

export const ArticleDocument = z.object({
  title: both(100),
  /** Markdown. */
  body: both(50_000),
});
