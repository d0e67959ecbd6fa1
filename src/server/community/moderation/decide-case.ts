import { and, eq, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { audit } from '#src/server/core/audit.ts';
import { moderationCase, moderationDecision } from '#src/server/community/tables/moderation.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';
import { applyAction } from './apply-action.ts';
import { lockSubject } from './lock-subject.ts';
import { hasOtherModerator, requireModerator } from './require-moderator.ts';
import { readUndo } from './undo.ts';

type Input = OperationInput<'POST /community/auth/moderation/decide'>;
type Case = typeof moderationCase.$inferSelect;

/**
 * Decides an open case, or acts on a post or comment without one. Of two moderators who decide at the same time one gets 409.
 * The author is notified of everything but dismissed reports. Moderators do not decide about their own posts while there
 * is another one.
 * @throws AppError 403; 404; 409 for a closed case, or an action that changes nothing; 422
 */
export async function decideCase(ctx: Context, input: Input) {
  const { db, tenant, viewer } = ctx;
  await requireModerator(ctx);
  const at = ctx.now();
  const about = await readAbout(ctx, input);
  const subject = await lockSubject(ctx, about);
  if (subject.authorId === viewer.userId && (await hasOtherModerator(ctx)))
    throw new AppError(403, 'cannotModerateOwn');
  const open = await lockOpenCase(ctx, about, input.caseId);
  const { action, reason } = input;
  const undo = await readUndo(ctx, subject, action);
  const outcome = await applyAction(ctx, subject, action, input.labelIds);
  const own = { enterpriseId: tenant.id };
  const { postId, commentId } = about;
  const [decided] = open
    ? await db
        .update(moderationCase)
        .set({ state: 'closed', closedAt: at })
        .where(and(eq(moderationCase.enterpriseId, tenant.id), eq(moderationCase.id, open.id)))
        .returning({ id: moderationCase.id })
    : await db
        .insert(moderationCase)
        .values({ ...own, postId, commentId, source: 'moderator', state: 'closed', gmtCreate: at, closedAt: at })
        .returning({ id: moderationCase.id });
  const caseId = decided!.id;
  const [decision] = await db
    .insert(moderationDecision)
    .values({ ...own, caseId, action, reason, undo, decidedBy: viewer.userId, gmtCreate: at })
    .returning({ id: moderationDecision.id });
  await audit(db, ctx, 'community.moderate', { caseId, action, reason, postId, commentId, author: subject.authorId });
  if (action !== 'dismiss' && subject.authorId !== viewer.userId)
    await sendNotices(db, tenant.id, [
      {
        userId: subject.authorId,
        kind: 'moderated',
        detail: { action, title: subject.title, reason },
        path: '/community/moderation/mine',
        source: `decision:${decision!.id}`,
        at,
      },
    ]);
  return { caseId, ...outcome };
}

/** The post or comment of the case, or the one that the input names. @throws AppError 404, 422 */
async function readAbout({ db, tenant }: Context, { caseId, postId, commentId }: Input) {
  if (caseId) {
    const [found] = await db
      .select({ postId: moderationCase.postId, commentId: moderationCase.commentId })
      .from(moderationCase)
      .where(and(eq(moderationCase.enterpriseId, tenant.id), eq(moderationCase.id, caseId)));
    if (!found) throw notFound();
    return found;
  }
  if (Boolean(postId) === Boolean(commentId))
    throw new AppError(422, 'invalid', { fields: [{ field: 'caseId', key: 'field.required' }] });
  return { postId: postId ?? null, commentId: commentId ?? null };
}

/** @returns undefined when nothing is open and no case was asked for. @throws AppError 409 for a closed case */
async function lockOpenCase(
  { db, tenant }: Context,
  { postId, commentId }: Pick<Case, 'postId' | 'commentId'>,
  caseId: string | undefined,
): Promise<Case | undefined> {
  const isSubject = postId ? eq(moderationCase.postId, postId) : eq(moderationCase.commentId, commentId!);
  const [open] = await db
    .select()
    .from(moderationCase)
    .where(
      and(
        eq(moderationCase.enterpriseId, tenant.id),
        isSubject,
        // As the indexes of open cases are declared.
        sql`state = 'open' and ${postId ? sql`post_id` : sql`comment_id`} is not null`,
      ),
    )
    .for('update');
  if (caseId && open?.id !== caseId) throw new AppError(409, 'caseClosed');
  return open;
}
