import type { OperationInput } from '#src/contract/calls.ts';
import { communityComment } from '#src/contract/community-comment.ts';
import type { SubjectType } from '#src/server/community/tables/comment.ts';
import type { Context, PublicContext } from '#src/server/core/context.ts';
import { implement } from '#src/server/core/implement.ts';
import { deleteComment, deleteReply } from './delete-comment.ts';
import { pageComments } from './page-comments.ts';
import { pageReplies } from './page-replies.ts';
import { saveComment, saveReply } from './save-comment.ts';

type Inputs<F extends (...args: never[]) => unknown> = Parameters<F>[2];
type ContextWithoutDb = Omit<Context, 'db'>;

/** The operations for one type of subject. */
const operationsFor = (type: SubjectType) => ({
  page: (ctx: PublicContext, input: Inputs<typeof pageComments>) => pageComments(ctx, type, input),
  replies: (ctx: PublicContext, input: Inputs<typeof pageReplies>) => pageReplies(ctx, type, input),
  save: { ownTransaction: (ctx: ContextWithoutDb, input: Inputs<typeof saveComment>) => saveComment(ctx, type, input) },
  reply: { ownTransaction: (ctx: ContextWithoutDb, input: Inputs<typeof saveReply>) => saveReply(ctx, type, input) },
  deleteReply: (ctx: Context, input: OperationInput<'DELETE /course/auth/course/comment/delete'>) =>
    deleteReply(ctx, type, input),
  delete: (ctx: Context, input: OperationInput<'DELETE /course/auth/course/comment/delete'>) =>
    deleteComment(ctx, type, input),
});
const announcements = operationsFor('announcement');
const courses = operationsFor('course');
const projects = operationsFor('project');
const posts = operationsFor('post');

export const communityCommentOperations = implement(communityComment, {
  'POST /user/api/announcement/comment/page': announcements.page,
  'POST /user/api/announcement/comment/reply/page': announcements.replies,
  'POST /user/auth/announcement/comment/page': announcements.page,
  'POST /user/auth/announcement/comment/reply/page': announcements.replies,
  'POST /user/auth/announcement/comment/save': announcements.save,
  'POST /user/auth/announcement/comment/reply/save': announcements.reply,
  'DELETE /user/auth/announcement/comment/reply/delete': announcements.deleteReply,
  'DELETE /user/auth/announcement/comment/delete': announcements.delete,
  'POST /course/api/course/comment/page': courses.page,
  'POST /course/api/course/comment/reply/page': courses.replies,
  'POST /course/auth/course/comment/page': courses.page,
  'POST /course/auth/course/comment/reply/page': courses.replies,
  'POST /course/auth/course/comment/save': courses.save,
  'POST /course/auth/course/comment/reply/save': courses.reply,
  'DELETE /course/auth/course/comment/reply/delete': courses.deleteReply,
  'DELETE /course/auth/course/comment/delete': courses.delete,
  'POST /course/api/project/comment/page': projects.page,
  'POST /course/api/project/comment/reply/page': projects.replies,
  'POST /course/auth/project/comment/page': projects.page,
  'POST /course/auth/project/comment/reply/page': projects.replies,
  'POST /course/auth/project/comment/save': projects.save,
  'POST /course/auth/project/comment/reply/save': projects.reply,
  'DELETE /course/auth/project/comment/reply/delete': projects.deleteReply,
  'DELETE /course/auth/project/comment/delete': projects.delete,
  'POST /community/api/post/comment/page': posts.page,
  'POST /community/api/post/comment/reply/page': posts.replies,
  'POST /community/auth/post/comment/page': posts.page,
  'POST /community/auth/post/comment/reply/page': posts.replies,
  'POST /community/auth/post/comment/save': posts.save,
  'POST /community/auth/post/comment/reply/save': posts.reply,
  'DELETE /community/auth/post/comment/reply/delete': posts.deleteReply,
  'DELETE /community/auth/post/comment/delete': posts.delete,
});
