import { z } from 'zod';
import { MAX_ITEMS } from '#src/lib/list-limits.ts';
import { cleanText, COMMENT_LENGTH, isVisible } from '#src/lib/comment-text.ts';
import { ById, Id, Instant, page, paged } from './common.ts';
import { define } from './define.ts';

/** Author of a comment: displayed name and avatar; no other data is sent. */
const Author = {
  userName: z.string(),
  headPortrait: z.string().nullable(),
  sex: z.number().int(),
};
const Said = {
  id: Id,
  content: z.string().meta({ description: 'plain text' }),
  gmtCreate: Instant,
  /** Whether the viewer may delete it. */
  deletable: z.boolean(),
};

export const Reply = z.object({
  ...Said,
  ...Author,
  /** The comment it replies to. */
  commentId: Id,
  /** The author of the reply it answers, if it answers a reply. */
  replyToUserName: z.string().nullable(),
});

export const Comment = z.object({
  ...Said,
  ...Author,
  replyCount: z.number().int(),
  replies: z.array(Reply).max(MAX_ITEMS.replies).meta({ description: 'the first ones; the rest by reply/page' }),
});

/** Number of comments and replies of the subject. */
const commentCount = z.number().int();
const Content = z
  .string({ error: 'field.commentRequired' })
  .overwrite(cleanText)
  .max(COMMENT_LENGTH, { error: 'field.commentTooLong' })
  .refine(isVisible, { error: 'field.commentRequired' });

const calls = {
  page: {
    input: paged(10).extend({
      subjectId: Id,
      before: Id.optional().meta({ description: 'only comments after this one on the list: goes on where it ended' }),
      commentId: Id.optional().meta({ description: 'only the comment with this id, or with this reply' }),
    }),
    data: page(Comment).extend({ commentCount }),
  },
  replies: {
    input: paged(10).extend({
      commentId: Id,
      after: Id.optional().meta({ description: 'only replies after this one' }),
    }),
    data: page(Reply),
  },
  save: {
    input: z.object({ subjectId: Id, content: Content }),
    data: z.object({ comment: Comment, commentCount }),
  },
  reply: {
    input: z.object({
      commentId: Id.meta({ description: 'the comment, or the reply, that it answers' }),
      content: Content,
    }),
    data: z.object({ reply: Reply, commentCount }),
  },
  remove: { input: ById, data: z.object({ commentCount }) },
};
const open = { auth: 'visitor' } as const;
const signedIn = { auth: 'enterprise' } as const;

/**
 * Comments on announcements (spec section 7), courses and projects: comments newest first, replies oldest first, one
 * level deep. `subjectId` is the announcement, course or project.
 */
export const community = define({
  'POST /user/api/announcement/comment/page': {
    summary: 'Comments on an announcement with their first replies, for everybody',
    ...open,
    ...calls.page,
  },
  'POST /user/api/announcement/comment/reply/page': {
    summary: 'Replies to a comment on an announcement, for everybody',
    ...open,
    ...calls.replies,
  },
  'POST /user/auth/announcement/comment/page': {
    summary: 'Comments on an announcement with their first replies',
    ...signedIn,
    ...calls.page,
  },
  'POST /user/auth/announcement/comment/reply/page': {
    summary: 'Replies to a comment on an announcement',
    ...signedIn,
    ...calls.replies,
  },
  'POST /user/auth/announcement/comment/save': { summary: 'Comment on an announcement', ...signedIn, ...calls.save },
  'POST /user/auth/announcement/comment/reply/save': {
    summary: 'Reply to a comment on an announcement, or to a reply',
    ...signedIn,
    ...calls.reply,
  },
  'DELETE /user/auth/announcement/comment/reply/delete': {
    summary: 'Delete a reply: its author, or an administrator',
    ...signedIn,
    ...calls.remove,
  },
  'DELETE /user/auth/announcement/comment/delete': {
    summary: 'Delete a comment with its replies: its author, or an administrator',
    ...signedIn,
    ...calls.remove,
  },

  'POST /course/api/course/comment/page': {
    summary: 'Comments on a course with their first replies, for everybody',
    ...open,
    ...calls.page,
  },
  'POST /course/api/course/comment/reply/page': {
    summary: 'Replies to a comment on a course, for everybody',
    ...open,
    ...calls.replies,
  },
  'POST /course/auth/course/comment/page': {
    summary: 'Comments on a course with their first replies',
    ...signedIn,
    ...calls.page,
  },
  'POST /course/auth/course/comment/reply/page': {
    summary: 'Replies to a comment on a course',
    ...signedIn,
    ...calls.replies,
  },
  'POST /course/auth/course/comment/save': { summary: 'Comment on a course', ...signedIn, ...calls.save },
  'POST /course/auth/course/comment/reply/save': {
    summary: 'Reply to a comment on a course, or to a reply',
    ...signedIn,
    ...calls.reply,
  },
  'DELETE /course/auth/course/comment/reply/delete': {
    summary: 'Delete a reply: its author, or an administrator',
    ...signedIn,
    ...calls.remove,
  },
  'DELETE /course/auth/course/comment/delete': {
    summary: 'Delete a comment with its replies: its author, or an administrator',
    ...signedIn,
    ...calls.remove,
  },

  'POST /course/api/project/comment/page': {
    summary: 'Comments on a project with their first replies, for everybody',
    ...open,
    ...calls.page,
  },
  'POST /course/api/project/comment/reply/page': {
    summary: 'Replies to a comment on a project, for everybody',
    ...open,
    ...calls.replies,
  },
  'POST /course/auth/project/comment/page': {
    summary: 'Comments on a project with their first replies',
    ...signedIn,
    ...calls.page,
  },
  'POST /course/auth/project/comment/reply/page': {
    summary: 'Replies to a comment on a project',
    ...signedIn,
    ...calls.replies,
  },
  'POST /course/auth/project/comment/save': { summary: 'Comment on a project', ...signedIn, ...calls.save },
  'POST /course/auth/project/comment/reply/save': {
    summary: 'Reply to a comment on a project, or to a reply',
    ...signedIn,
    ...calls.reply,
  },
  'DELETE /course/auth/project/comment/reply/delete': {
    summary: 'Delete a reply: its author, or an administrator',
    ...signedIn,
    ...calls.remove,
  },
  'DELETE /course/auth/project/comment/delete': {
    summary: 'Delete a comment with its replies: its author, or an administrator',
    ...signedIn,
    ...calls.remove,
  },
});
