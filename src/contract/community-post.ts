import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { INVITATIONS } from './rules/community.ts';
import { ById, Empty, Id, Instant, page, paged, whole } from './common.ts';
import { LabelChip } from './community-label.ts';
import { define } from './define.ts';
import { ResourcePlace } from './resource-place.ts';
import { WaitingPage } from './waiting.ts';

/** Kinds of posts that have a page of their own. */
export const PostKind = z.enum(['blog', 'question']);
/** What a question was asked about. */
export const PostSubject = z.enum(['course', 'resource', 'exam']);
/** Only posts in state `published` are visible to members other than the author and moderators. */
export const PostState = z.enum(['published', 'review', 'hidden', 'deleted']);

/** Author of a post. Of an anonymous post only moderators and the author receive `id` and the name. */
export const PostAuthor = z.object({
  id: Id.nullable(),
  userName: z.string().meta({ description: 'empty when hidden from the viewer' }),
  headPortrait: z.string().nullable(),
  sex: z.number().int(),
  isLecturer: z.boolean(),
  anonymous: z.boolean(),
});

export const PostCard = z.object({
  id: Id,
  kind: PostKind,
  title: z.string(),
  excerpt: z.string(),
  cover: z.string().nullable(),
  author: PostAuthor,
  labels: z.array(LabelChip).max(MAX_ITEMS.postLabels),
  publishedAt: Instant,
  voteCount: z.number().int(),
  answerCount: z.number().int(),
  commentCount: z.number().int(),
  /** Of a question: an answer was accepted. */
  solved: z.boolean(),
  readingMinutes: z.number().int(),
});

/** A position in a feed; opaque. */
const Cursor = z.string().max(200);
/** What the viewer may do with a post, and did. */
const PostPageData = {
  voted: z.boolean(),
  followed: z.boolean(),
  mayEdit: z.boolean(),
  mayDelete: z.boolean(),
  /** May accept an answer: the asker, lecturers and moderators. */
  mayAccept: z.boolean(),
  mayModerate: z.boolean(),
};
const Body = {
  bodyHtml: z.string().meta({ description: 'sanitised HTML' }),
  state: PostState,
  locked: z.boolean(),
  editedAt: Instant.nullable(),
  revision: z.number().int(),
};
const Subject = z.object({ type: PostSubject, id: Id, title: z.string(), courseId: Id.nullable() });
const Link = z.object({ id: Id, kind: PostKind, title: z.string() });

export const PostView = PostCard.extend({
  ...Body,
  ...PostPageData,
  followerCount: z.number().int(),
  /** What it was asked about; null also when the viewer cannot see it any more. */
  subject: Subject.extend({ place: ResourcePlace.nullable() }).nullable(),
  duplicateOf: Link.nullable(),
  related: z.array(Link).max(MAX_ITEMS.relatedPosts),
  /** Of a post that is not published: the decision of a moderator, for the author. */
  decision: z
    .object({ id: Id, action: z.string(), reason: z.string(), gmtCreate: Instant, appealable: z.boolean() })
    .nullable(),
});
export const Answer = z.object({
  id: Id,
  author: PostAuthor,
  publishedAt: Instant,
  voteCount: z.number().int(),
  commentCount: z.number().int(),
  accepted: z.boolean(),
  ...Body,
  ...PostPageData,
});
const Colleague = z.object({
  userId: Id,
  userName: z.string(),
  department: z.string().nullable(),
  headPortrait: z.string().nullable(),
  sex: z.number().int(),
  isLecturer: z.boolean(),
});
const toggle = z.object({ id: Id, on: z.boolean() });

export const communityPost = define({
  'POST /community/api/post/page': {
    summary: 'A feed of blogs and questions; `next` continues it',
    auth: 'visitor',
    input: z.object({
      kind: PostKind.optional(),
      order: z.enum(['newest', 'helpful', 'unanswered', 'followed']).default('newest'),
      labelId: Id.optional(),
      authorId: Id.optional(),
      subjectType: PostSubject.optional(),
      subjectId: Id.optional(),
      after: Cursor.optional(),
      pageSize: whole(1, 50).default(10),
    }),
    data: z.object({ list: z.array(PostCard).max(50), next: Cursor.nullable() }),
  },
  'GET /community/api/access/view': {
    summary: 'Whether the viewer may read the community: members, and everybody if it is open to the public',
    auth: 'visitor',
    input: Empty,
    data: z.object({ mayRead: z.boolean() }),
  },
  'GET /community/api/post/view': {
    summary: 'One blog or question',
    auth: 'visitor',
    input: ById,
    data: PostView,
  },
  'POST /community/api/answer/page': {
    summary: 'Answers to a question, the accepted one first',
    auth: 'visitor',
    input: z.object({
      questionId: Id,
      order: z.enum(['helpful', 'newest', 'oldest']).default('helpful'),
      after: Cursor.optional(),
      pageSize: whole(1, 50).default(10),
    }),
    data: z.object({ list: z.array(Answer).max(50), next: Cursor.nullable() }),
  },
  'POST /community/auth/post/similar': {
    summary: 'Questions similar to one that is being written',
    auth: 'enterprise',
    input: z.object({ title: z.string().trim().max(200), except: Id.optional() }),
    data: z.array(PostCard.pick({ id: true, title: true, answerCount: true, solved: true, voteCount: true })).max(5),
  },
  'POST /community/auth/post/waiting/page': {
    summary: 'List the unanswered questions about courses that the user teaches, oldest first',
    auth: 'enterprise',
    input: paged(),
    data: WaitingPage,
  },
  'GET /community/auth/post/subject/view': {
    summary: 'What a question can be asked about, if I may see it',
    auth: 'enterprise',
    input: z.object({ subjectType: PostSubject, subjectId: Id }),
    data: Subject,
  },
  'POST /community/auth/post/version/page': {
    summary: 'Page the edits of a post, newest first: who, when, why, and what changed',
    auth: 'enterprise',
    input: ById.extend(paged(MAX_ITEMS.postVersions, MAX_ITEMS.postVersions).shape),
    data: page(
      z.object({
        id: z.string(),
        revision: z.number().int(),
        editor: PostAuthor,
        gmtCreate: Instant,
        reason: z.string().nullable(),
        /** Differences from the previous version, of the title and of the text. */
        changes: z.array(z.object({ text: z.string(), change: z.enum(['same', 'added', 'removed']) })).max(2_000),
      }),
    ),
  },
  'PUT /community/auth/post/vote': {
    summary: 'Vote a post helpful, or withdraw the vote; never for one’s own',
    auth: 'enterprise',
    input: toggle,
    data: z.object({ voted: z.boolean(), voteCount: z.number().int() }),
  },
  'PUT /community/auth/post/follow': {
    summary: 'Follow a post (“same question”), or stop following it',
    auth: 'enterprise',
    input: toggle,
    data: z.object({ followed: z.boolean(), followerCount: z.number().int() }),
  },
  'PUT /community/auth/answer/accept': {
    summary: 'Accept an answer, or withdraw that: the asker, lecturers, moderators',
    auth: 'enterprise',
    input: toggle,
    data: z.object({ accepted: z.boolean() }),
  },
  'PUT /community/auth/post/duplicate': {
    summary: 'Close a question as a duplicate of another one, or reopen it: the asker, lecturers, moderators',
    auth: 'enterprise',
    input: z.object({ id: Id, duplicateOf: Id.nullable() }),
    data: z.object({ duplicateOf: Id.nullable() }),
  },
  'DELETE /community/auth/post/delete': {
    summary: 'Delete a blog, question or answer: its author. A question with answers cannot be deleted by its author',
    auth: 'enterprise',
    input: ById,
    data: z.object({}),
  },
  'POST /community/auth/post/invite': {
    summary: 'Invite colleagues or lecturers to answer a question',
    auth: 'enterprise',
    input: z.object({ questionId: Id, userIds: z.array(Id).min(1, { error: 'field.required' }).max(INVITATIONS) }),
    data: z.object({ invited: z.number().int() }),
  },
  'POST /community/auth/colleague/list': {
    summary: 'Colleagues whose name begins with or contains a text, for mentions and invitations',
    auth: 'enterprise',
    input: z.object({ keyword: z.string().trim().max(50) }),
    data: z.array(Colleague).max(8),
  },
  'GET /community/api/author/view': {
    summary: 'What a member contributed to the community, without anonymous posts',
    auth: 'visitor',
    input: z.object({ userId: Id }),
    data: PostAuthor.extend({
      department: z.string().nullable(),
      blogCount: z.number().int(),
      questionCount: z.number().int(),
      answerCount: z.number().int(),
      acceptedCount: z.number().int(),
      helpfulCount: z.number().int().meta({ description: 'votes received' }),
    }),
  },
});
