import { and, eq } from 'drizzle-orm';
import { post } from '#src/server/community/tables/post.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';
import { announcePost } from '../announce-post.ts';
import { requireReader } from '../community-reader.ts';
import { payAccepted, payAcceptedAgain, takeBackAccepted } from './accepted-points.ts';
import { postPath } from './notify-published.ts';
import { findPublished, mayAccept, type Post, requireUnlocked } from './find-post.ts';

/**
 * Accepts an answer, or withdraws that: the asker, lecturers and moderators. A question has one accepted answer; accepting
 * another one moves the acceptance, and its points.
 * @throws AppError 403; 404; 409 for a locked question
 */
export async function acceptAnswer(ctx: Context, { id, on }: { id: string; on: boolean }) {
  const reader = await requireReader(ctx);
  const { questionId } = await findPublished(ctx, reader, id);
  if (!questionId) throw notFound();
  const question = await findPublished(ctx, reader, questionId, true);
  const answer = await findPublished(ctx, reader, id, true);
  if (!mayAccept(reader, question)) throw new AppError(403, 'notAllowed');
  requireUnlocked(reader, question);
  const isAccepted = question.acceptedAnswerId === id;
  if (on === isAccepted) return { accepted: on };
  await withdrawAcceptance(ctx, question);
  if (!on) return { accepted: false };
  await setAccepted(ctx, question.id, id);
  if (answer.authorId !== ctx.viewer.userId) {
    await payAccepted(ctx, answer);
    await sendNotices(ctx.db, ctx.tenant.id, [
      {
        userId: answer.authorId,
        kind: 'accepted',
        detail: { title: question.title! },
        path: postPath(answer),
        source: `accepted:${id}`,
        at: ctx.now(),
      },
    ]);
  }
  return { accepted: true };
}

/** Withdraws the acceptance of a question's accepted answer, with its points. The question has to be locked. */
export async function withdrawAcceptance(ctx: Context, { id, acceptedAnswerId }: Post): Promise<void> {
  if (!acceptedAnswerId) return;
  const { db, tenant } = ctx;
  const [answer] = await db
    .select()
    .from(post)
    .where(and(eq(post.enterpriseId, tenant.id), eq(post.id, acceptedAnswerId)));
  await takeBackAccepted(ctx, answer!);
  await setAccepted(ctx, id, null);
}

/**
 * Accepts an answer again that was withdrawn because a moderator hid it, with its points. The question has to be locked.
 * @param points of the acceptance, and the decision that took them back
 */
export async function restoreAcceptance(
  ctx: Context,
  answer: Post,
  points: Parameters<typeof payAcceptedAgain>[2],
): Promise<void> {
  await setAccepted(ctx, answer.questionId!, answer.id);
  await payAcceptedAgain(ctx, answer, points);
}

async function setAccepted(ctx: Context, questionId: string, acceptedAnswerId: string | null): Promise<void> {
  const { db, tenant } = ctx;
  await db
    .update(post)
    .set({ acceptedAnswerId })
    .where(and(eq(post.enterpriseId, tenant.id), eq(post.id, questionId)));
  await announcePost(ctx, questionId);
}
