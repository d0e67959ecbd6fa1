import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import type { ResourcePlace } from '#src/contract/resource-place.ts';
import type { RichDocument } from '#src/contract/rich-document.ts';
import type { LabelColor } from '#src/contract/community-label.ts';
import {
  code,
  enterpriseId,
  gmtCreate,
  gmtModified,
  id,
  localized,
  moment,
  sort,
} from '#src/server/core/db/columns.ts';
import { atLeast, oneOf } from '#src/server/core/db/constraints.ts';
import { file } from '#src/server/file/tables.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';

/** A topic of the community. Posts keep a withdrawn label; it can no longer be chosen. */
export const label = pgTable(
  'label',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    code: code(),
    /** 3 for labels of the community. */
    labelType: integer('label_type').notNull().default(3),
    name: localized('name').notNull(),
    description: localized('description'),
    /** Name of a colour of the theme. */
    color: text('color').$type<LabelColor>().notNull().default('blue'),
    sort: sort(),
    published: boolean('published').notNull().default(true),
    /** Published blogs and questions, and followers; maintained by triggers. */
    postCount: integer('post_count').notNull().default(0),
    followerCount: integer('follower_count').notNull().default(0),
    /** Counts changes of its texts, colour, place and state. */
    revision: integer('revision').notNull().default(1),
    /** It can be restored for a while. Null: it is not deleted. */
    deletedAt: moment('deleted_at'),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.code),
    atLeast(t.revision, 1),
    check('label_deleted_check', sql`${t.deletedAt} is null or not ${t.published}`),
    oneOf(t.color, ['blue', 'cyan', 'green', 'lime', 'yellow', 'orange', 'red', 'pink', 'purple', 'gray']),
    atLeast(t.labelType, 1),
    atLeast(t.postCount, 0),
    atLeast(t.followerCount, 0),
  ],
);

/** Members who follow a label. */
export const labelFollow = pgTable(
  'label_follow',
  { enterpriseId: enterpriseId(), labelId: uuid('label_id').notNull(), userId: uuid('user_id').notNull() },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.labelId, t.userId] }),
    foreignKey({ columns: [t.enterpriseId, t.labelId], foreignColumns: [label.enterpriseId, label.id] }),
    index().on(t.enterpriseId, t.userId),
    memberKey(t.enterpriseId, t.userId),
  ],
);

export type PostKind = 'blog' | 'question' | 'answer';
/** `hidden`: by a moderator; `review`: held back until a moderator has read it; `deleted`: by its author. */
export type PostState = 'published' | 'review' | 'hidden' | 'deleted';
/** What a question was asked about. */
export type PostSubject = 'course' | 'resource' | 'exam';

/** A blog post, a question or an answer. */
export const post = pgTable(
  'post',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    kind: text('kind').$type<PostKind>().notNull(),
    /** Of an answer: its question. */
    questionId: uuid('question_id'),
    authorId: uuid('author_id').notNull(),
    /** The draft it was published from: publishing twice creates one post. Null for imported posts. */
    draftId: uuid('draft_id'),
    /** Imported posts: their key in the content pack. */
    code: text('code'),
    /** The name of the author is shown to moderators only. */
    anonymous: boolean('anonymous').notNull().default(false),
    title: text('title'),
    body: jsonb('body').$type<RichDocument>().notNull(),
    /** The body as HTML; null until it is rendered. Whatever changes the body changes it too. */
    bodyHtml: text('body_html'),
    /** The body as plain text, for lists, search and reading time. */
    plainText: text('plain_text').notNull(),
    coverFileId: uuid('cover_file_id'),
    subjectType: text('subject_type').$type<PostSubject>(),
    subjectId: uuid('subject_id'),
    /** Of a question about a resource: its second or page. */
    subjectPlace: jsonb('subject_place').$type<ResourcePlace>(),
    state: text('state').$type<PostState>().notNull().default('published'),
    /** Locked: no answers, comments or edits, except by moderators. */
    lockedAt: moment('locked_at'),
    /** The question that this one repeats. */
    duplicateOf: uuid('duplicate_of'),
    acceptedAnswerId: uuid('accepted_answer_id'),
    /** 1, 2, 3 … per edit; earlier ones are in `post_version`. */
    revision: integer('revision').notNull().default(1),
    publishedAt: moment('published_at').notNull(),
    editedAt: moment('edited_at'),
    /** Published answers, votes and followers; maintained by triggers. */
    answerCount: integer('answer_count').notNull().default(0),
    voteCount: integer('vote_count').notNull().default(0),
    followerCount: integer('follower_count').notNull().default(0),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.authorId, t.draftId),
    unique().on(t.enterpriseId, t.code),
    postKey('post_question_fk', t.enterpriseId, t.questionId, t),
    postKey('post_duplicate_of_fk', t.enterpriseId, t.duplicateOf, t),
    postKey('post_accepted_answer_fk', t.enterpriseId, t.acceptedAnswerId, t),
    foreignKey({ columns: [t.enterpriseId, t.coverFileId], foreignColumns: [file.enterpriseId, file.id] }),
    memberKey(t.enterpriseId, t.authorId),
    // The feeds, read backwards (docs/decisions/027).
    index('post_newest')
      .on(t.enterpriseId, t.publishedAt, t.id)
      .where(sql`state = 'published' and kind <> 'answer'`),
    index('post_newest_of_kind')
      .on(t.enterpriseId, t.kind, t.publishedAt, t.id)
      .where(sql`state = 'published' and kind <> 'answer'`),
    index('post_helpful')
      .on(t.enterpriseId, t.voteCount, t.publishedAt, t.id)
      .where(sql`state = 'published' and kind <> 'answer'`),
    index('post_unanswered')
      .on(t.enterpriseId, t.publishedAt, t.id)
      .where(sql`state = 'published' and kind = 'question' and answer_count = 0`),
    index('post_answers').on(t.enterpriseId, t.questionId, t.voteCount, t.publishedAt, t.id),
    index('post_author').on(t.enterpriseId, t.authorId, t.publishedAt, t.id),
    index('post_subject')
      .on(t.enterpriseId, t.subjectType, t.subjectId, t.publishedAt, t.id)
      .where(sql`subject_id is not null`),
    oneOf(t.kind, ['blog', 'question', 'answer']),
    oneOf(t.state, ['published', 'review', 'hidden', 'deleted']),
    oneOf(t.subjectType, ['course', 'resource', 'exam']),
    check('post_question_id_check', sql`(${t.kind} = 'answer') = (${t.questionId} is not null)`),
    check('post_title_check', sql`(${t.kind} = 'answer') = (${t.title} is null)`),
    check('post_subject_id_check', sql`(${t.subjectType} is null) = (${t.subjectId} is null)`),
    check(
      'post_subject_place_check',
      sql`${t.subjectPlace} is null or ${t.subjectType} is not distinct from 'resource'`,
    ),
    check('post_accepted_answer_id_check', sql`${t.acceptedAnswerId} is null or ${t.kind} = 'question'`),
    check(
      'post_duplicate_of_check',
      sql`${t.duplicateOf} is null or (${t.kind} = 'question' and ${t.duplicateOf} <> ${t.id})`,
    ),
    atLeast(t.revision, 1),
    atLeast(t.answerCount, 0),
    atLeast(t.voteCount, 0),
    atLeast(t.followerCount, 0),
  ],
);

function postKey<T extends string>(
  name: string,
  enterprise: AnyPgColumn<{ tableName: T }>,
  column: AnyPgColumn<{ tableName: T }>,
  target: { enterpriseId: AnyPgColumn; id: AnyPgColumn },
) {
  return foreignKey({ name, columns: [enterprise, column], foreignColumns: [target.enterpriseId, target.id] });
}

/** Labels of a post. `published_at` is that of the post, so that the feed of a label is one index scan. */
export const postLabel = pgTable(
  'post_label',
  {
    enterpriseId: enterpriseId(),
    postId: uuid('post_id').notNull(),
    labelId: uuid('label_id').notNull(),
    publishedAt: moment('published_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.postId, t.labelId] }),
    postKey('post_label_post_fk', t.enterpriseId, t.postId, post),
    foreignKey({ columns: [t.enterpriseId, t.labelId], foreignColumns: [label.enterpriseId, label.id] }),
    index().on(t.enterpriseId, t.labelId, t.publishedAt, t.postId),
  ],
);

/** Earlier and current texts of a post: who changed it, when and why. */
export const postVersion = pgTable(
  'post_version',
  {
    enterpriseId: enterpriseId(),
    postId: uuid('post_id').notNull(),
    revision: integer('revision').notNull(),
    title: text('title'),
    body: jsonb('body').$type<RichDocument>().notNull(),
    plainText: text('plain_text').notNull(),
    editorId: uuid('editor_id').notNull(),
    /** Given by the editor. */
    reason: text('reason'),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.postId, t.revision] }),
    postKey('post_version_post_fk', t.enterpriseId, t.postId, post),
    memberKey(t.enterpriseId, t.editorId),
    atLeast(t.revision, 1),
  ],
);

/** "Helpful" votes: one per member and post, never by the author. */
export const postVote = pgTable(
  'post_vote',
  {
    enterpriseId: enterpriseId(),
    postId: uuid('post_id').notNull(),
    userId: uuid('user_id').notNull(),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.postId, t.userId] }),
    postKey('post_vote_post_fk', t.enterpriseId, t.postId, post),
    index().on(t.enterpriseId, t.userId),
    memberKey(t.enterpriseId, t.userId),
  ],
);

/** Members who have the same question, or follow a blog post: they are notified of answers. */
export const postFollow = pgTable(
  'post_follow',
  {
    enterpriseId: enterpriseId(),
    postId: uuid('post_id').notNull(),
    userId: uuid('user_id').notNull(),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.postId, t.userId] }),
    postKey('post_follow_post_fk', t.enterpriseId, t.postId, post),
    index().on(t.enterpriseId, t.userId),
    memberKey(t.enterpriseId, t.userId),
  ],
);

/** Colleagues and lecturers who were asked to answer a question. */
export const answerInvitation = pgTable(
  'answer_invitation',
  {
    enterpriseId: enterpriseId(),
    questionId: uuid('question_id').notNull(),
    /** Who is asked to answer. */
    userId: uuid('user_id').notNull(),
    invitedBy: uuid('invited_by').notNull(),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.questionId, t.userId] }),
    postKey('answer_invitation_question_fk', t.enterpriseId, t.questionId, post),
    memberKey(t.enterpriseId, t.userId),
    memberKey(t.enterpriseId, t.invitedBy),
  ],
);

/**
 * What a member is writing: a new post, or an edit of one. The row stays after publishing, without its text, so that a
 * save that arrives late from another tab is recognised.
 */
export const postDraft = pgTable(
  'post_draft',
  {
    enterpriseId: enterpriseId(),
    authorId: uuid('author_id').notNull(),
    /** Chosen by the client, unique per author: repeated first saves are one draft. */
    id: uuid('id').notNull(),
    kind: text('kind').$type<PostKind>().notNull(),
    /** Of an answer: its question. */
    questionId: uuid('question_id'),
    /** Of an edit: the post. After publishing: the post that it became. */
    postId: uuid('post_id'),
    title: text('title').notNull().default(''),
    body: jsonb('body').$type<RichDocument>(),
    labelIds: uuid('label_ids').array().notNull().default([]),
    coverFileId: uuid('cover_file_id'),
    anonymous: boolean('anonymous').notNull().default(false),
    subjectType: text('subject_type').$type<PostSubject>(),
    subjectId: uuid('subject_id'),
    /** Of a question about a resource: its second or page. */
    subjectPlace: jsonb('subject_place').$type<ResourcePlace>(),
    /** Saves are accepted on the revision they are based on; another tab's save is reported, not overwritten. */
    revision: integer('revision').notNull().default(1),
    publishedAt: moment('published_at'),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.authorId, t.id] }),
    index().on(t.enterpriseId, t.authorId, t.gmtModified),
    postKey('post_draft_question_fk', t.enterpriseId, t.questionId, post),
    postKey('post_draft_post_fk', t.enterpriseId, t.postId, post),
    foreignKey({ columns: [t.enterpriseId, t.coverFileId], foreignColumns: [file.enterpriseId, file.id] }),
    memberKey(t.enterpriseId, t.authorId),
    oneOf(t.kind, ['blog', 'question', 'answer']),
    oneOf(t.subjectType, ['course', 'resource', 'exam']),
    check('post_draft_subject_id_check', sql`(${t.subjectType} is null) = (${t.subjectId} is null)`),
    check(
      'post_draft_subject_place_check',
      sql`${t.subjectPlace} is null or ${t.subjectType} is not distinct from 'resource'`,
    ),
    check('post_draft_question_id_check', sql`(${t.kind} = 'answer') = (${t.questionId} is not null)`),
    atLeast(t.revision, 1),
  ],
);
