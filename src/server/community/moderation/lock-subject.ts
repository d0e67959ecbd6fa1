import { and, eq } from 'drizzle-orm';
import { comment } from '#src/server/community/tables/comment.ts';
import type { moderationCase } from '#src/server/community/tables/moderation.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { lockLabels, readLabelIds } from '../label/label-ids.ts';
import { type Post, readPost } from '../post/find-post.ts';
import { postPath } from '../post/notify-published.ts';

const PAGES = { course: '/knowledge/course/', project: '/knowledge/project/', announcement: '/info/' };

/** Path of the page on which a comment that is not about a post is shown. */
export function commentPath({
  subjectType,
  subjectId,
}: Pick<typeof comment.$inferSelect, 'subjectType' | 'subjectId'>): string {
  return subjectType === 'post' ? '/community' : `${PAGES[subjectType]}${subjectId}`;
}

type Comment = typeof comment.$inferSelect;
/** What a case is about, locked until the end of the transaction. */
export type LockedSubject = {
  post: Post | null;
  comment: Comment | null;
  authorId: string;
  /** Title of the post, of the question of an answer, or of the post of a comment; empty for other comments. */
  title: string;
  path: string;
};

/**
 * Locks the subject of a case in the order of all other operations: question, answer, labels.
 * @throws AppError 404
 */
export async function lockSubject(
  ctx: Context,
  { postId, commentId }: Pick<typeof moderationCase.$inferSelect, 'postId' | 'commentId'>,
): Promise<LockedSubject> {
  return postId ? lockPost(ctx, postId) : lockComment(ctx, commentId!);
}

async function lockPost(ctx: Context, id: string): Promise<LockedSubject> {
  const questionId = (await readPost(ctx, id))?.questionId;
  const question = questionId ? await readPost(ctx, questionId, true) : undefined;
  const post = await readPost(ctx, id, true);
  if (!post) throw notFound();
  // A trigger counts the published posts of each label.
  await lockLabels(ctx, await readLabelIds(ctx, id));
  const title = post.title ?? question?.title ?? '';
  return { post, comment: null, authorId: post.authorId, title, path: postPath(post) };
}

async function lockComment(ctx: Context, id: string): Promise<LockedSubject> {
  const isComment = and(eq(comment.enterpriseId, ctx.tenant.id), eq(comment.id, id));
  const [first] = await ctx.db.select({ parentId: comment.parentId }).from(comment).where(isComment);
  if (!first) throw notFound();
  if (first.parentId)
    await ctx.db
      .select({ id: comment.id })
      .from(comment)
      .where(and(eq(comment.enterpriseId, ctx.tenant.id), eq(comment.id, first.parentId)))
      .for('share');
  const [found] = await ctx.db.select().from(comment).where(isComment).for('update');
  const about = found!.subjectType === 'post' ? await readPost(ctx, found!.subjectId) : undefined;
  const question = about?.questionId ? await readPost(ctx, about.questionId) : undefined;
  return {
    post: null,
    comment: found!,
    authorId: found!.userId,
    title: about?.title ?? question?.title ?? '',
    path: about ? postPath(about) : commentPath(found!),
  };
}
