import { and, eq, ne } from 'drizzle-orm';
import { post } from '#src/server/community/tables/post.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { announcePost } from '../announce-post.ts';
import { requireReader } from '../community-reader.ts';
import { lockLabels, readLabelIds } from '../label/label-ids.ts';
import { withdrawAcceptance } from './accept-answer.ts';
import { findPost, readPost } from './find-post.ts';

/**
 * Deletes one's own blog, question or answer. It is kept for moderators. Moderators hide posts of others.
 * @throws AppError 403 for somebody else's; 404; 409 for a question with answers
 */
export async function deletePost(ctx: Context, { id }: { id: string }) {
  const { db, tenant, viewer } = ctx;
  const reader = await requireReader(ctx);
  const { questionId } = await findPost(ctx, reader, id);
  const question = questionId ? await readPost(ctx, questionId, true) : undefined;
  const found = await findPost(ctx, reader, id, true);
  if (found.authorId !== viewer.userId) throw new AppError(403, 'notAllowed');
  if (found.kind === 'question') {
    const answers = and(eq(post.enterpriseId, tenant.id), eq(post.questionId, id), ne(post.state, 'deleted'));
    if ((await db.$count(post, answers)) > 0) throw new AppError(409, 'questionHasAnswers');
  }
  await lockLabels(ctx, await readLabelIds(ctx, id));
  if (question?.acceptedAnswerId === id) await withdrawAcceptance(ctx, question);
  await db
    .update(post)
    .set({ state: 'deleted', gmtModified: ctx.now() })
    .where(and(eq(post.enterpriseId, tenant.id), eq(post.id, id)));
  await announcePost(ctx, questionId ?? id);
  return {};
}
