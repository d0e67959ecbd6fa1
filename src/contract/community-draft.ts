import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { TITLE_LENGTH } from './rules/community.ts';
import { ById, Id, Instant, page, paged, whole } from './common.ts';
import { LabelChip } from './community-label.ts';
import { PostState, PostSubject } from './community-post.ts';
import { define } from './define.ts';
import { ResourcePlace } from './resource-place.ts';
import { RichDocument } from './rich-document.ts';

const Kind = z.enum(['blog', 'question', 'answer']);

/** What is being written. A draft may be incomplete; publishing checks it. */
const Content = {
  kind: Kind,
  questionId: Id.nullable().default(null).meta({ description: 'of an answer' }),
  postId: Id.nullable().default(null).meta({ description: 'of an edit: the post' }),
  title: z.string().max(TITLE_LENGTH, { error: 'field.tooLong' }).default(''),
  body: RichDocument,
  labelIds: z.array(Id).max(MAX_ITEMS.postLabels, { error: 'field.tooManyLabels' }).default([]),
  coverFileId: Id.nullable().default(null),
  anonymous: z.boolean().default(false),
  subjectType: PostSubject.nullable().default(null),
  subjectId: Id.nullable().default(null),
  /** Of a question about a resource. */
  subjectPlace: ResourcePlace.nullable().default(null),
};
const Save = z.object({
  /** Chosen by the client; unique per author, so that a repeated first save creates one draft. */
  id: Id,
  /** Revision that this save is based on; 0 for the first one. */
  baseRevision: whole(0, 1_000_000),
  ...Content,
});
const Saved = z.object({ revision: z.number().int(), savedAt: Instant });
const Draft = z.object({
  id: Id,
  ...Content,
  cover: z.string().nullable(),
  labels: z.array(LabelChip).max(MAX_ITEMS.postLabels),
  revision: z.number().int(),
  gmtModified: Instant,
});

export const communityDraft = define({
  'POST /community/auth/draft/page': {
    summary: 'My drafts, newest first',
    auth: 'enterprise',
    input: paged(10),
    data: page(Draft.pick({ id: true, kind: true, questionId: true, postId: true, title: true, gmtModified: true })),
  },
  'GET /community/auth/draft/view': {
    summary: 'One of my drafts',
    auth: 'enterprise',
    input: ById,
    data: Draft,
  },
  'POST /community/auth/draft/edit': {
    summary: 'A draft to edit one of my posts: the one begun earlier, or a new one with the text of the post',
    auth: 'enterprise',
    input: z.object({ postId: Id }),
    data: Draft,
  },
  'POST /community/auth/draft/save': {
    summary:
      'Save a draft. 409 `draftChanged` if it was saved elsewhere meanwhile, `draftPublished` if it was published',
    auth: 'enterprise',
    input: Save,
    data: Saved,
  },
  'POST /community/auth/draft/publish': {
    summary: 'Publish a draft with this content; repeated, it answers with the same post',
    auth: 'enterprise',
    input: Save.extend({
      reason: z.string().trim().max(200, { error: 'field.tooLong' }).optional().meta({ description: 'of an edit' }),
    }),
    data: z.object({
      id: Id,
      kind: Kind,
      questionId: Id.nullable(),
      state: PostState.meta({ description: '`review`: visible to others once a moderator has read it' }),
    }),
  },
  'DELETE /community/auth/draft/delete': {
    summary: 'Delete one of my drafts',
    auth: 'enterprise',
    input: ById,
    data: z.object({}),
  },
});
