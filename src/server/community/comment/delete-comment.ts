import { and, eq } from 'drizzle-orm';
import { audit } from '#src/server/core/audit.ts';
import { comment } from '#src/server/community/tables/comment.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { commentNotFound, findComment } from './find-comment.ts';
import type { Subject } from './find-subject.ts';
import { announceComments } from './save-comment.ts';
import { countComments } from './select-comments.ts';

/**
 * Deletes a comment; its replies are no longer shown either. Allowed for the author and administrators.
 * @throws AppError 403, 404
 */
export async function deleteComment(ctx: Context, subjectType: Subject['subjectType'], { id }: { id: string }) {
  const found = await findComment(ctx, subjectType, id, 'update');
  if (!found || found.parentId) throw commentNotFound();
  return remove(ctx, found);
}

/**
 * Deletes a reply. Allowed for the author and administrators.
 * @throws AppError 403, 404
 */
export async function deleteReply(ctx: Context, subjectType: Subject['subjectType'], { id }: { id: string }) {
  const reply = await findComment(ctx, subjectType, id);
  // Locked, because a concurrent deletion of the comment would subtract this reply from the count a second time.
  const parent = reply?.parentId && (await findComment(ctx, subjectType, reply.parentId, 'share'));
  const found = parent && (await findComment(ctx, subjectType, id, 'update'));
  if (!found) throw commentNotFound();
  return remove(ctx, found);
}

async function remove(ctx: Context, found: typeof comment.$inferSelect) {
  const { db, tenant, viewer } = ctx;
  const isOwn = found.userId === viewer.userId;
  if (!isOwn && !viewer.isAdmin) throw new AppError(403, 'notAllowed');
  await db
    .update(comment)
    .set({ deletedAt: ctx.now(), deletedBy: viewer.userId })
    .where(and(eq(comment.enterpriseId, tenant.id), eq(comment.id, found.id)));
  if (!isOwn) await audit(db, ctx, 'comment.delete', { commentId: found.id, author: found.userId });
  await announceComments(ctx, found);
  return { commentCount: await countComments(ctx, found) };
}
