import { and, eq } from 'drizzle-orm';
import { post, postVote } from '#src/server/community/tables/post.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { requireReader } from '../community-reader.ts';
import { findPublished } from './find-post.ts';

/**
 * Votes a post helpful, or withdraws the vote. A trigger counts the votes; doing it again changes nothing.
 * @throws AppError 404; 409 for one's own post
 */
export async function votePost(ctx: Context, { id, on }: { id: string; on: boolean }) {
  const { db, tenant, viewer } = ctx;
  const { authorId } = await findPublished(ctx, await requireReader(ctx), id, true);
  if (authorId === viewer.userId) throw new AppError(409, 'ownVote');
  const vote = { enterpriseId: tenant.id, postId: id, userId: viewer.userId };
  if (on)
    await db
      .insert(postVote)
      .values({ ...vote, gmtCreate: ctx.now() })
      .onConflictDoNothing();
  else
    await db
      .delete(postVote)
      .where(and(eq(postVote.enterpriseId, tenant.id), eq(postVote.postId, id), eq(postVote.userId, viewer.userId)));
  const [counted] = await db
    .select({ voteCount: post.voteCount })
    .from(post)
    .where(and(eq(post.enterpriseId, tenant.id), eq(post.id, id)));
  return { voted: on, voteCount: counted!.voteCount };
}
