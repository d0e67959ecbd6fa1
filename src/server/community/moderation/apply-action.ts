import { and, eq } from 'drizzle-orm';
import { comment } from '#src/server/community/tables/comment.ts';
import type { ModerationAction } from '#src/server/community/tables/moderation.ts';
import { post, postLabel } from '#src/server/community/tables/post.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { announcePost } from '../announce-post.ts';
import { notifyCommented } from '../comment/notify-commented.ts';
import { announceComments } from '../comment/save-comment.ts';
import { lockLabels } from '../label/label-ids.ts';
import { type Post, readPost } from '../post/find-post.ts';
import { restoreAcceptance, withdrawAcceptance } from '../post/accept-answer.ts';
import { notifyPublished } from '../post/notify-published.ts';
import type { LockedSubject } from './lock-subject.ts';
import { readHiding } from './undo.ts';

export type SubjectState = { subjectState: Post['state']; locked: boolean };

/**
 * Applies an action of a moderator to a locked post or comment.
 * @throws AppError 409 for an action that changes nothing, or that is not for this kind of subject; 422 for labels
 */
export async function applyAction(
  ctx: Context,
  subject: LockedSubject,
  action: ModerationAction,
  labelIds: string[] = [],
): Promise<SubjectState> {
  return subject.post
    ? applyToPost(ctx, subject.post, action, labelIds)
    : applyToComment(ctx, subject.comment!, action);
}

async function applyToPost(
  ctx: Context,
  before: Post,
  action: ModerationAction,
  labelIds: string[],
): Promise<SubjectState> {
  const { state, lockedAt, kind } = before;
  const isPossible = {
    // Who dismisses the reports of a held post has to decide whether it is published.
    dismiss: state !== 'review',
    warn: state !== 'deleted',
    hide: state === 'published' || state === 'review',
    restore: state === 'hidden' || state === 'review',
    lock: state !== 'deleted' && lockedAt === null,
    unlock: state !== 'deleted' && lockedAt !== null,
    move: state !== 'deleted' && kind !== 'answer',
  };
  if (!isPossible[action]) throw notApplicable();
  if (action === 'move') await moveTo(ctx, before, labelIds);
  const change: Partial<Post> = {
    ...(action === 'hide' && { state: 'hidden' as const }),
    ...(action === 'restore' && { state: 'published' as const }),
    ...(action === 'lock' && { lockedAt: ctx.now() }),
    ...(action === 'unlock' && { lockedAt: null }),
  };
  if (Object.keys(change).length > 0)
    await ctx.db
      .update(post)
      .set({ ...change, gmtModified: ctx.now() })
      .where(and(eq(post.enterpriseId, ctx.tenant.id), eq(post.id, before.id)));
  const after = { ...before, ...change };
  if (action === 'hide') await withdrawHidden(ctx, before);
  if (action === 'restore') await acceptRestored(ctx, before);
  // Whom a held post concerns learns of it now; whoever was notified before is not notified again.
  if (action === 'restore') await notifyPublished(ctx, after);
  await announcePost(ctx, before.questionId ?? before.id);
  return { subjectState: after.state, locked: after.lockedAt !== null };
}

/** A hidden answer is no longer the accepted one of its question. */
async function withdrawHidden(ctx: Context, { id, questionId }: Post): Promise<void> {
  const question = questionId ? await readPost(ctx, questionId) : undefined;
  if (question?.acceptedAnswerId === id) await withdrawAcceptance(ctx, question);
}

/** An answer that was accepted when it was hidden is accepted again, unless another one was accepted meanwhile. */
async function acceptRestored(ctx: Context, answer: Post): Promise<void> {
  if (!answer.questionId || answer.state !== 'hidden') return;
  const hiding = await readHiding(ctx, answer.id);
  const amount = hiding?.undo.acceptedPoints;
  if (amount === undefined) return;
  const question = await readPost(ctx, answer.questionId);
  if (!question!.acceptedAnswerId) await restoreAcceptance(ctx, answer, { decisionId: hiding!.id, amount });
}

async function moveTo(ctx: Context, before: Post, labelIds: string[]): Promise<void> {
  const wanted = [...new Set(labelIds)].toSorted();
  if (wanted.length === 0) throw invalidLabels('field.chooseLabel');
  const known = await lockLabels(ctx, wanted);
  if (known.filter(({ published }) => published).length < wanted.length) throw invalidLabels('field.unknownLabel');
  await setLabels(ctx, before, wanted);
}

/** Gives a moved post the labels it had before, as far as they exist. */
export async function moveBack(ctx: Context, moved: Post, labelIds: string[]): Promise<void> {
  const known = await lockLabels(ctx, labelIds.toSorted());
  if (known.length === 0) return;
  await setLabels(
    ctx,
    moved,
    known.map(({ id }) => id),
  );
  await announcePost(ctx, moved.id);
}

async function setLabels({ db, tenant }: Context, { id, publishedAt }: Post, wanted: string[]): Promise<void> {
  const own = { enterpriseId: tenant.id, postId: id };
  await db.delete(postLabel).where(and(eq(postLabel.enterpriseId, tenant.id), eq(postLabel.postId, id)));
  await db.insert(postLabel).values(wanted.map((labelId) => ({ ...own, labelId, publishedAt })));
}

async function applyToComment(
  ctx: Context,
  before: typeof comment.$inferSelect,
  action: ModerationAction,
): Promise<SubjectState> {
  const isHidden = before.hiddenAt !== null;
  const isDeleted = before.deletedAt !== null;
  const isPossible =
    action === 'dismiss' ||
    (!isDeleted && (action === 'warn' || action === 'hide' || (action === 'restore' && isHidden)));
  if (!isPossible) throw notApplicable();
  const hiddenAt = action === 'hide' ? (before.hiddenAt ?? ctx.now()) : action === 'restore' ? null : before.hiddenAt;
  if (hiddenAt !== before.hiddenAt) {
    await ctx.db
      .update(comment)
      .set({ hiddenAt })
      .where(and(eq(comment.enterpriseId, ctx.tenant.id), eq(comment.id, before.id)));
    await announceComments(ctx, before);
  }
  if (action === 'restore') await notifyCommented(ctx, { ...before, answeredUserId: await answeredBy(ctx, before) });
  return { subjectState: isDeleted ? 'deleted' : hiddenAt ? 'hidden' : 'published', locked: false };
}

/** Author of the reply, or of the comment, that a reply answers. */
async function answeredBy({ db, tenant }: Context, { parentId, replyToUserId }: typeof comment.$inferSelect) {
  if (replyToUserId || !parentId) return replyToUserId ?? undefined;
  const [parent] = await db
    .select({ userId: comment.userId })
    .from(comment)
    .where(and(eq(comment.enterpriseId, tenant.id), eq(comment.id, parentId)));
  return parent!.userId;
}

const notApplicable = () => new AppError(409, 'actionNotApplicable');
const invalidLabels = (key: string) => new AppError(422, 'invalid', { fields: [{ field: 'labelIds', key }] });
