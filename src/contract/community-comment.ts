import { z } from 'zod';
import { MAX_ITEMS } from './rules/list-limits.ts';
import { cleanText, isVisible } from '#src/lib/user-text.ts';
import { COMMENT_LENGTH } from './rules/community.ts';
import { ById, Id, Instant, page, paged } from './common.ts';
import { define } from './define.ts';

/** Author of a comment: displayed name and avatar; no other data is sent. */
const Author = {
  userName: z.string().meta({ description: 'empty when hidden from the viewer' }),
  headPortrait: z.string().nullable(),
  sex: z.number().int(),
  /** On a post: by its anonymous author, or the anonymous author of its question. */
  anonymous: z.boolean().optional(),
};
const CommentFields = {
  id: Id,
  content: z.string().meta({ description: 'plain text' }),
  gmtCreate: Instant,
  /** Whether the viewer can delete it. */
  deletable: z.boolean(),
};

export const Reply = z.object({
  ...CommentFields,
  ...Author,
  /** The comment it replies to. */
  commentId: Id,
  /** The author of the reply it answers, if it answers a reply; empty when hidden from the viewer. */
  replyToUserName: z.string().nullable(),
});

export const Comment = z.object({
  ...CommentFields,
  ...Author,
  replyCount: z.number().int(),
  replies: z
    .array(Reply)
    .max(MAX_ITEMS.replies)
    .meta({ description: 'the first replies; `reply/page` returns the rest' }),
});

/** Number of comments and replies of the subject. */
const commentCount = z.number().int();
/** The comment contains filtered words: others see it once a moderator has read it. */
const held = z.boolean().optional();
const Content = z
  .string({ error: 'field.commentRequired' })
  .overwrite(cleanText)
  .max(COMMENT_LENGTH, { error: 'field.commentTooLong' })
  .refine(isVisible, { error: 'field.commentRequired' });

const calls = {
  page: {
    input: paged(10).extend({
      subjectId: Id,
      before: Id.optional().meta({ description: 'keyset pagination: only comments after this one in the list' }),
      commentId: Id.optional().meta({
        description: 'only the comment with this id, or the one to which this reply belongs',
      }),
    }),
    data: page(Comment).extend({ commentCount }),
  },
  replies: {
    input: paged(10).extend({
      commentId: Id,
      after: Id.optional().meta({ description: 'keyset pagination: only replies after this one' }),
    }),
    data: page(Reply),
  },
  save: {
    input: z.object({ subjectId: Id, content: Content }),
    data: z.object({ comment: Comment, held, commentCount }),
  },
  reply: {
    input: z.object({
      commentId: Id.meta({ description: 'the comment or reply that is answered' }),
      content: Content,
    }),
    data: z.object({ reply: Reply, held, commentCount }),
  },
  remove: { input: ById, data: z.object({ commentCount }) },
};
const everybody = { auth: 'visitor' } as const;
const member = { auth: 'enterprise' } as const;

/**
 * Comments on announcements, courses, projects and posts of the community: comments newest first, replies oldest first,
 * one level deep. `subjectId` is the announcement, course, project or post.
 */
export const communityComment = define({
  'POST /user/api/announcement/comment/page': {
    summary: 'List comments on an announcement with their first replies, for everybody',
    ...everybody,
    ...calls.page,
  },
  'POST /user/api/announcement/comment/reply/page': {
    summary: 'List replies to a comment on an announcement, for everybody',
    ...everybody,
    ...calls.replies,
  },
  'POST /user/auth/announcement/comment/page': {
    summary: 'List comments on an announcement with their first replies',
    ...member,
    ...calls.page,
  },
  'POST /user/auth/announcement/comment/reply/page': {
    summary: 'List replies to a comment on an announcement',
    ...member,
    ...calls.replies,
  },
  'POST /user/auth/announcement/comment/save': { summary: 'Comment on an announcement', ...member, ...calls.save },
  'POST /user/auth/announcement/comment/reply/save': {
    summary: 'Reply to a comment on an announcement, or to a reply',
    ...member,
    ...calls.reply,
  },
  'DELETE /user/auth/announcement/comment/reply/delete': {
    summary: 'Delete a reply: allowed for its author and administrators',
    ...member,
    ...calls.remove,
  },
  'DELETE /user/auth/announcement/comment/delete': {
    summary: 'Delete a comment with its replies: allowed for its author and administrators',
    ...member,
    ...calls.remove,
  },

  'POST /course/api/course/comment/page': {
    summary: 'List comments on a course with their first replies, for everybody',
    ...everybody,
    ...calls.page,
  },
  'POST /course/api/course/comment/reply/page': {
    summary: 'List replies to a comment on a course, for everybody',
    ...everybody,
    ...calls.replies,
  },
  'POST /course/auth/course/comment/page': {
    summary: 'List comments on a course with their first replies',
    ...member,
    ...calls.page,
  },
  'POST /course/auth/course/comment/reply/page': {
    summary: 'List replies to a comment on a course',
    ...member,
    ...calls.replies,
  },
  'POST /course/auth/course/comment/save': { summary: 'Comment on a course', ...member, ...calls.save },
  'POST /course/auth/course/comment/reply/save': {
    summary: 'Reply to a comment on a course, or to a reply',
    ...member,
    ...calls.reply,
  },
  'DELETE /course/auth/course/comment/reply/delete': {
    summary: 'Delete a reply: allowed for its author and administrators',
    ...member,
    ...calls.remove,
  },
  'DELETE /course/auth/course/comment/delete': {
    summary: 'Delete a comment with its replies: allowed for its author and administrators',
    ...member,
    ...calls.remove,
  },

  'POST /course/api/project/comment/page': {
    summary: 'List comments on a project with their first replies, for everybody',
    ...everybody,
    ...calls.page,
  },
  'POST /course/api/project/comment/reply/page': {
    summary: 'List replies to a comment on a project, for everybody',
    ...everybody,
    ...calls.replies,
  },
  'POST /course/auth/project/comment/page': {
    summary: 'List comments on a project with their first replies',
    ...member,
    ...calls.page,
  },
  'POST /course/auth/project/comment/reply/page': {
    summary: 'List replies to a comment on a project',
    ...member,
    ...calls.replies,
  },
  'POST /course/auth/project/comment/save': { summary: 'Comment on a project', ...member, ...calls.save },
  'POST /course/auth/project/comment/reply/save': {
    summary: 'Reply to a comment on a project, or to a reply',
    ...member,
    ...calls.reply,
  },
  'DELETE /course/auth/project/comment/reply/delete': {
    summary: 'Delete a reply: allowed for its author and administrators',
    ...member,
    ...calls.remove,
  },
  'DELETE /course/auth/project/comment/delete': {
    summary: 'Delete a comment with its replies: allowed for its author and administrators',
    ...member,
    ...calls.remove,
  },

  'POST /community/api/post/comment/page': {
    summary: 'Comments on a post with their first replies, for everybody',
    ...everybody,
    ...calls.page,
  },
  'POST /community/api/post/comment/reply/page': {
    summary: 'Replies to a comment on a post, for everybody',
    ...everybody,
    ...calls.replies,
  },
  'POST /community/auth/post/comment/page': {
    summary: 'Comments on a post with their first replies',
    ...member,
    ...calls.page,
  },
  'POST /community/auth/post/comment/reply/page': {
    summary: 'Replies to a comment on a post',
    ...member,
    ...calls.replies,
  },
  'POST /community/auth/post/comment/save': {
    summary: 'Comment on a blog, question or answer',
    ...member,
    ...calls.save,
  },
  'POST /community/auth/post/comment/reply/save': {
    summary: 'Reply to a comment on a post, or to a reply',
    ...member,
    ...calls.reply,
  },
  'DELETE /community/auth/post/comment/reply/delete': {
    summary: 'Delete a reply: its author, or an administrator',
    ...member,
    ...calls.remove,
  },
  'DELETE /community/auth/post/comment/delete': {
    summary: 'Delete a comment with its replies: its author, or an administrator',
    ...member,
    ...calls.remove,
  },
});
