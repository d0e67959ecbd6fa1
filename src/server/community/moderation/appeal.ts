import { and, eq, isNull } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { audit } from '#src/server/core/audit.ts';
import { type ModerationAction, moderationCase, moderationDecision } from '#src/server/community/tables/moderation.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';
import { requireReader } from '../community-reader.ts';
import { applyAction, moveBack } from './apply-action.ts';
import { type LockedSubject, lockSubject } from './lock-subject.ts';
import { hasOtherModerator, requireModerator } from './require-moderator.ts';

type Decision = typeof moderationDecision.$inferSelect;

/** Whether the author may appeal: once, while the decision has an effect. */
export const isAppealable = (
  { action, appealedAt }: { action: ModerationAction; appealedAt: Date | null },
  { state, locked }: { state: string; locked: boolean },
): boolean =>
  appealedAt === null &&
  state !== 'deleted' &&
  (action === 'warn' ||
    action === 'move' ||
    (action === 'hide' && state === 'hidden') ||
    (action === 'lock' && locked));

/**
 * Appeals against a decision about one's own post or comment, once.
 * @throws AppError 404 for decisions about others' posts; 409 for a second appeal, or a decision without effect
 */
export async function saveAppeal(
  ctx: Context,
  { decisionId, text }: OperationInput<'POST /community/auth/moderation/appeal'>,
) {
  const { db, tenant, viewer } = ctx;
  await requireReader(ctx);
  const { decision, subject } = await lockDecision(ctx, decisionId);
  if (subject.authorId !== viewer.userId) throw notFound();
  if (!isAppealable(decision, stateOf(subject))) throw new AppError(409, 'notAppealable');
  await db
    .update(moderationDecision)
    .set({ appeal: text, appealedAt: ctx.now(), appealState: 'pending' })
    .where(and(isDecision(tenant.id, decisionId), isNull(moderationDecision.appealedAt)));
  await audit(db, ctx, 'community.appeal', { decisionId });
  return {};
}

/**
 * Decides an appeal. An accepted one reverses the decision, unless that was done already. The moderator who made the
 * decision decides about the appeal only if there is no other moderator.
 * @throws AppError 403; 404; 409 if there is no appeal, or it is decided
 */
export async function decideAppeal(
  ctx: Context,
  { decisionId, accepted, reason }: OperationInput<'POST /community/auth/moderation/appeal/decide'>,
) {
  const { db, tenant, viewer } = ctx;
  await requireModerator(ctx);
  const at = ctx.now();
  const { decision, subject } = await lockDecision(ctx, decisionId);
  const isInvolved = decision.decidedBy === viewer.userId || subject.authorId === viewer.userId;
  if (isInvolved && (await hasOtherModerator(ctx))) throw new AppError(403, 'appealOwnDecision');
  if (decision.appealState !== 'pending') throw new AppError(409, 'appealDecided');
  await db
    .update(moderationDecision)
    .set({
      appealState: accepted ? 'accepted' : 'rejected',
      appealReason: reason,
      appealDecidedBy: viewer.userId,
      appealDecidedAt: at,
    })
    .where(isDecision(tenant.id, decisionId));
  const subjectState = accepted ? await reverse(ctx, decision, subject) : stateOf(subject).state;
  await audit(db, ctx, 'community.appeal.decide', { decisionId, accepted, reason, author: subject.authorId });
  await sendNotices(db, tenant.id, [
    {
      userId: subject.authorId,
      kind: 'appealDecided',
      detail: { accepted: accepted ? 1 : 0, title: subject.title, reason },
      path: '/community/moderation/mine',
      source: ['appeal', decisionId].join(':'),
      at,
    },
  ]);
  return { subjectState };
}

/** Reverses a decision as far as it still has an effect. @returns the state of the post or comment afterwards */
async function reverse(ctx: Context, { action, undo }: Decision, subject: LockedSubject) {
  const { state, locked } = stateOf(subject);
  if (action === 'hide' && state === 'hidden') return (await applyAction(ctx, subject, 'restore')).subjectState;
  if (action === 'lock' && locked) await applyAction(ctx, subject, 'unlock');
  if (action === 'move' && state !== 'deleted') await moveBack(ctx, subject.post!, undo.labelIds ?? []);
  return state;
}

const isDecision = (enterpriseId: string, id: string) =>
  and(eq(moderationDecision.enterpriseId, enterpriseId), eq(moderationDecision.id, id));

/** A decision and its subject, locked: the subject first, as decisions do. @throws AppError 404 */
async function lockDecision(ctx: Context, id: string) {
  const { db, tenant } = ctx;
  const [about] = await db
    .select({ postId: moderationCase.postId, commentId: moderationCase.commentId })
    .from(moderationDecision)
    .innerJoin(
      moderationCase,
      and(eq(moderationCase.enterpriseId, tenant.id), eq(moderationCase.id, moderationDecision.caseId)),
    )
    .where(isDecision(tenant.id, id));
  if (!about) throw notFound();
  const subject = await lockSubject(ctx, about);
  const [decision] = await db.select().from(moderationDecision).where(isDecision(tenant.id, id)).for('update');
  return { decision: decision!, subject };
}

function stateOf({ post, comment }: LockedSubject) {
  if (post) return { state: post.state, locked: post.lockedAt !== null };
  const { deletedAt, hiddenAt } = comment!;
  return {
    state: deletedAt ? ('deleted' as const) : hiddenAt ? ('hidden' as const) : ('published' as const),
    locked: false,
  };
}
