import { z } from 'zod';
import {
  ALIGNS,
  ELEMENT_KINDS,
  LAYOUT_LIMITS,
  layoutProblems,
  type Orientation,
  PAGE_MM,
  type Placeholder,
} from './rules/certificate-layout.ts';
import { ById, Empty, Id, Instant, page, paged, sorted, whole } from './common.ts';
import { define } from './define.ts';
import { Picture } from './file.ts';
import { MAX_ITEMS } from './rules/list-limits.ts';

const LONGEST = PAGE_MM.landscape.width;
const millimetres = (least: number) =>
  z.number({ error: 'field.millimetres' }).min(least, { error: 'field.outsidePage' }).max(LONGEST, {
    error: 'field.outsidePage',
  });
const within = ({ least, most }: { least: number; most: number }) =>
  z.number({ error: 'field.invalid' }).min(least, { error: 'field.invalid' }).max(most, { error: 'field.invalid' });
const Text = z.string().max(LAYOUT_LIMITS.text, { error: 'field.tooLong' });
const Name = z.string().trim().min(1, { error: 'field.required' }).max(LAYOUT_LIMITS.name, { error: 'field.tooLong' });
const Revision = whole(1, 2_000_000_000);
const Orientations = z.enum(['landscape', 'portrait'] satisfies Orientation[], { error: 'field.invalid' });

const Element = z.object({
  id: z
    .string()
    .max(40, { error: 'field.invalid' })
    .regex(/^[\w-]+$/, { error: 'field.invalid' }),
  kind: z.enum(ELEMENT_KINDS, { error: 'field.invalid' }),
  x: millimetres(0),
  y: millimetres(0),
  width: millimetres(LAYOUT_LIMITS.leastSide),
  height: millimetres(LAYOUT_LIMITS.leastSide),
  zh: Text,
  en: Text,
  size: within(LAYOUT_LIMITS.letters).meta({ description: 'points' }),
  bold: z.boolean(),
  align: z.enum(ALIGNS, { error: 'field.invalid' }),
  color: z
    .string()
    .max(7, { error: 'field.colour' })
    .regex(/^#[0-9a-f]{6}$/, { error: 'field.colour' }),
  thickness: within(LAYOUT_LIMITS.thickness).meta({ description: 'millimetres' }),
  fileId: Id.nullable(),
});

const LayoutShape = z.object({
  orientation: Orientations,
  backgroundFileId: Id.nullable(),
  elements: z.array(Element).max(LAYOUT_LIMITS.elements, { error: 'field.tooMany' }),
});

/** What stands where on a certificate; lengths in millimetres from the upper left corner, everything inside the page. */
const Layout = LayoutShape.superRefine((layout, context) => {
  for (const { path, key } of layoutProblems(layout)) context.addIssue({ code: 'custom', path, message: key });
});

const Version = z.object({ id: Id, version: z.number().int(), publishedAt: Instant, issuedCount: z.number().int() });
/** Values of the placeholders. */
const Values = z.object({
  ...{ name: z.string(), title: z.string(), number: z.string(), issuer: z.string(), enterprise: z.string() },
  ...{ issuedOn: z.string(), validUntil: z.string(), hours: z.string(), credits: z.string() },
} satisfies Record<Placeholder, z.ZodString>);
/** Signed addresses of pictures, valid for a while. */
const Pictures = z.array(z.object({ id: Id, url: z.string() })).max(LAYOUT_LIMITS.elements + 1);

/** What an issued certificate is made of. */
export const TemplateSheet = z.object({ layout: LayoutShape, values: Values, pictures: Pictures });

/**
 * Templates of certificates: drafts, and versions that do not change (docs/specification.md, section "Templates of certificates").
 */
export const certificateTemplate = define({
  'POST /course/auth/certificate/template/page': {
    summary: 'List the templates of certificates by name',
    auth: 'content.manage',
    input: paged().extend({
      keyword: z.string().trim().max(100).optional(),
      sort: sorted('name', 'gmtModified'),
    }),
    data: page(
      z.object({
        id: Id,
        name: z.string(),
        orientation: Orientations,
        version: z.number().int().nullable().meta({ description: 'published last; null: none' }),
        isChanged: z.boolean().meta({ description: 'the draft is not what was published last' }),
        isFromPack: z.boolean(),
        kinds: z.array(z.string()).max(5).meta({ description: 'names of kinds of which it is the template' }),
        kindCount: z.number().int(),
        gmtModified: Instant,
      }),
    ),
  },
  'GET /course/auth/certificate/template/list': {
    summary: 'List the published templates, for kinds of certificates',
    auth: 'content.manage',
    input: Empty,
    data: z.array(z.object({ id: Id, name: z.string() })).max(LAYOUT_LIMITS.templates),
  },
  'POST /course/auth/certificate/template/add': {
    summary: 'Add a template as a draft of the layout of the portal, or of what another one has',
    auth: 'content.manage',
    input: z.object({ name: Name, orientation: Orientations, templateOf: Id.optional() }),
    data: z.object({ id: Id }),
  },
  'GET /course/auth/certificate/template/view': {
    summary: 'View a template with its draft, its versions and values with which it is shown',
    auth: 'content.manage',
    input: ById,
    data: z.object({
      id: Id,
      name: z.string(),
      layout: LayoutShape,
      revision: z.number().int(),
      isChanged: z.boolean(),
      kinds: z.array(z.string()).max(MAX_ITEMS.certificates),
      versions: z.array(Version).max(LAYOUT_LIMITS.versions).meta({ description: 'the latest, newest first' }),
      pictures: Pictures,
      longest: z.object({ zh: Values, en: Values }).meta({ description: 'the longest names of the enterprise' }),
    }),
  },
  'POST /course/auth/certificate/template/save': {
    summary: 'Store the draft of a template; 409 for an earlier revision',
    auth: 'content.manage',
    input: z.object({ id: Id, revision: Revision, name: Name, layout: Layout }),
    data: z.object({ revision: z.number().int() }),
  },
  'POST /course/auth/certificate/template/publish': {
    summary:
      'Publish the draft as a version, with which certificates are issued from now on; 409 for an earlier revision',
    auth: 'content.manage',
    input: z.object({ id: Id, revision: Revision }),
    data: z.object({ version: z.number().int(), revision: z.number().int() }),
  },
  'POST /course/auth/certificate/template/restore': {
    summary: 'Make the draft what an earlier version is; 409 for an earlier revision',
    auth: 'content.manage',
    input: z.object({ id: Id, revision: Revision, version: whole(1, 2_000_000_000) }),
    data: z.object({ revision: z.number().int() }),
  },
  'DELETE /course/auth/certificate/template/delete': {
    summary: 'Remove a template with which no certificate was issued and that is of no kind',
    auth: 'content.manage',
    input: ById,
    data: z.null(),
  },
  'POST /course/auth/certificate/template/picture/upload': {
    summary: 'Upload a picture for templates (PNG or JPEG of at most 5 MB), which is checked by content and re-encoded',
    auth: 'content.manage',
    upload: true,
    input: z.object({
      file: z
        .file({ error: 'field.fileRequired' })
        .meta({ description: 'at most 5 MB', type: 'string', format: 'binary' }),
    }),
    data: Picture,
  },
  'POST /course/auth/certificate/kind/template/save': {
    summary:
      'Choose the template of a kind of certificates, also of one of a content pack; 409 for an earlier revision',
    auth: 'content.manage',
    input: z.object({ id: Id, revision: whole(0, 2_000_000_000), templateId: Id.nullable() }),
    data: z.object({ revision: z.number().int() }),
  },
});
