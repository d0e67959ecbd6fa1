import { and, desc, eq } from 'drizzle-orm';
import {
  type ModerationAction,
  moderationCase,
  moderationDecision,
  type Undo,
} from '#src/server/community/tables/moderation.ts';
import type { Context } from '#src/server/core/context.ts';
import { readLabelIds } from '../label/label-ids.ts';
import { readAcceptedPoints } from '../post/accepted-points.ts';
import { readPost } from '../post/find-post.ts';
import type { LockedSubject } from './lock-subject.ts';

/** What has to be known of a locked subject to reverse an action later; read before the action. */
export async function readUndo(ctx: Context, { post }: LockedSubject, action: ModerationAction): Promise<Undo> {
  if (post && action === 'move') return { labelIds: await readLabelIds(ctx, post.id) };
  if (post?.questionId && action === 'hide') {
    const question = await readPost(ctx, post.questionId);
    return question?.acceptedAnswerId === post.id ? { acceptedPoints: await readAcceptedPoints(ctx, post) } : {};
  }
  return {};
}

/** The last decision that hid a post, or undefined. */
export async function readHiding({ db, tenant }: Context, postId: string) {
  const [hiding] = await db
    .select({ id: moderationDecision.id, undo: moderationDecision.undo })
    .from(moderationDecision)
    .innerJoin(
      moderationCase,
      and(eq(moderationCase.enterpriseId, tenant.id), eq(moderationCase.id, moderationDecision.caseId)),
    )
    .where(
      and(
        eq(moderationDecision.enterpriseId, tenant.id),
        eq(moderationCase.postId, postId),
        eq(moderationDecision.action, 'hide'),
      ),
    )
    .orderBy(desc(moderationDecision.gmtCreate), desc(moderationDecision.id))
    .limit(1);
  return hiding;
}
