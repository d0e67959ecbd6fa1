import { and, eq } from 'drizzle-orm';
import { post, postFollow } from '#src/server/community/tables/post.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { requireReader } from '../community-reader.ts';
import { findPublished } from './find-post.ts';

/**
 * Follows a blog or question (“same question”), or stops following it. A trigger counts the followers.
 * @throws AppError 404, also for an answer
 */
export async function followPost(ctx: Context, { id, on }: { id: string; on: boolean }) {
  const { db, tenant, viewer } = ctx;
  const { kind } = await findPublished(ctx, await requireReader(ctx), id, true);
  if (kind === 'answer') throw notFound();
  const follow = { enterpriseId: tenant.id, postId: id, userId: viewer.userId };
  if (on)
    await db
      .insert(postFollow)
      .values({ ...follow, gmtCreate: ctx.now() })
      .onConflictDoNothing();
  else
    await db
      .delete(postFollow)
      .where(
        and(eq(postFollow.enterpriseId, tenant.id), eq(postFollow.postId, id), eq(postFollow.userId, viewer.userId)),
      );
  const [counted] = await db
    .select({ followerCount: post.followerCount })
    .from(post)
    .where(and(eq(post.enterpriseId, tenant.id), eq(post.id, id)));
  return { followed: on, followerCount: counted!.followerCount };
}
