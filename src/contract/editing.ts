import { z } from 'zod';
import { CONTENT_ACTIONS, CONTENT_KINDS, CONTENT_STATES, TEMPLATE_PARTS } from './rules/editing.ts';
import { Id, Instant, page, paged, whole } from './common.ts';
import { define } from './define.ts';
import { ContentDocument } from './editing-documents.ts';

/* Editing content: drafts, versions, publication (docs/specification.md, section "Editing content"). */

const Kind = z.enum(CONTENT_KINDS, { error: 'field.invalid' });
const Thing = z.object({ kind: Kind, id: Id });
const Revision = whole(0, 2_000_000_000);
const Ids = z.array(Id).min(1, { error: 'field.required' }).max(100, { error: 'field.tooLong' });
/** A point in time chosen by an editor. */
const Moment = z.iso.datetime({ error: 'field.invalid', offset: true }).max(40, { error: 'field.invalid' });

/** Columns of each list of things with drafts. */
export const EditedThing = {
  state: z.enum(CONTENT_STATES),
  hasDraft: z.boolean(),
  publishAt: Instant.nullable(),
  withdrawAt: Instant.nullable(),
  isFromPack: z.boolean(),
  changedAt: Instant,
};

const Item = z.intersection(
  ContentDocument,
  z.object({
    id: Id,
    state: z.enum(CONTENT_STATES),
    revision: z.number().int(),
    /** There are changes that are not published. */
    hasDraft: z.boolean(),
    draftBy: z.string().nullable(),
    draftAt: Instant.nullable(),
    isFromPack: z.boolean(),
    /** Number of the version that learners see, or saw last; 0: none. */
    version: z.number().int(),
    publishAt: Instant.nullable(),
    withdrawAt: Instant.nullable(),
    planFailedAt: Instant.nullable(),
    deletedAt: Instant.nullable(),
    /** Chinese path of the page that shows it. */
    page: z.string(),
    /** It could be published as it is, so that its preview can be shown. */
    isComplete: z.boolean(),
    /** It can be neither withdrawn nor deleted. */
    stays: z.boolean(),
  }),
);

const Consequences = z.object({
  /** Texts are `editing:consequence.{name}`. */
  consequences: z
    .array(z.object({ name: z.string(), count: z.number().int(), names: z.array(z.string()).max(20) }))
    .max(50),
});

export const editing = define({
  'GET /system/auth/content/view': {
    summary: 'Get what an editor changes: the draft, or what is published',
    auth: 'content.manage',
    input: Thing,
    data: Item,
  },
  'POST /system/auth/content/save': {
    summary: 'Store a draft; learners do not see it. Without an id something new is added',
    auth: 'content.manage',
    input: z.intersection(ContentDocument, z.object({ id: Id.optional(), revision: Revision })),
    data: z.object({ id: Id, revision: z.number().int() }),
  },
  'POST /system/auth/content/consequences': {
    summary: 'Say what publishing the draft, withdrawing or deleting means for others; checks whether it is possible',
    auth: 'content.manage',
    input: z.object({ kind: Kind, ids: Ids, action: z.enum(['publish', 'withdraw', 'delete']) }),
    data: Consequences,
  },
  'POST /system/auth/content/publish': {
    summary: 'Publish the draft now or at a time, or withdraw at a time',
    auth: 'content.manage',
    input: Thing.extend({
      revision: Revision,
      at: Moment.optional(),
      withdrawAt: Moment.optional(),
      /** Who has completed it must study what has changed, or is new, again. */
      restudy: z.boolean().default(false),
      /** What has changed, for the list of versions. */
      note: z.string().trim().max(200, { error: 'field.tooLong' }).optional(),
    }),
    data: z.object({ revision: z.number().int() }),
  },
  'POST /system/auth/content/change': {
    summary: 'Withdraw, delete, restore or take over several things, or remove their drafts or plans',
    auth: 'content.manage',
    input: z.object({ kind: Kind, ids: Ids, action: z.enum(CONTENT_ACTIONS, { error: 'field.invalid' }) }),
    data: z.object({ count: z.number().int() }),
  },
  'POST /system/auth/content/duplicate': {
    summary: 'Add a copy as a draft: everything, or with a template its parts under another title',
    auth: 'content.manage',
    input: Thing.extend({
      /** Of a course or project. Points in time are not taken. */
      template: z
        .object({
          title: z.string().trim().min(1, { error: 'field.required' }).max(200, { error: 'field.tooLong' }),
          take: z.array(z.enum(TEMPLATE_PARTS.course, { error: 'field.invalid' })).max(10, { error: 'field.tooMany' }),
        })
        .optional(),
    }),
    data: z.object({ id: Id }),
  },
  'POST /system/auth/content/version/page': {
    summary: 'List the published versions of something, newest first',
    auth: 'content.manage',
    input: paged().extend(Thing.shape),
    data: page(
      z.object({
        number: z.number().int(),
        gmtCreate: Instant,
        /** Null: a content pack. */
        userName: z.string().nullable(),
        note: z.string().nullable(),
        /** Who had completed it had to study again. */
        restudy: z.boolean(),
      }),
    ),
  },
  'GET /system/auth/content/version/view': {
    summary: 'Get a published version',
    auth: 'content.manage',
    input: Thing.extend({ number: whole(1, 2_000_000_000) }),
    data: ContentDocument,
  },
});
