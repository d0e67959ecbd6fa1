import { and, eq, isNull } from 'drizzle-orm';
import { comment } from '#src/server/community/tables/comment.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { Subject } from './find-subject.ts';

/** Condition: comments that are shown, neither deleted nor hidden by a moderator. */
export const isShown = () => and(isNull(comment.deletedAt), isNull(comment.hiddenAt));

/**
 * Finds a comment or reply of one type of subject that is shown. `lock` prevents its deletion until the transaction
 * ends.
 */
export async function findComment(
  { db, tenant }: PublicContext,
  subjectType: Subject['subjectType'],
  id: string,
  lock?: 'share' | 'update',
) {
  const query = db
    .select()
    .from(comment)
    .where(
      and(eq(comment.enterpriseId, tenant.id), eq(comment.id, id), eq(comment.subjectType, subjectType), isShown()),
    );
  const [found] = await (lock ? query.for(lock) : query);
  return found;
}

/** The error for a comment or reply that does not exist or is deleted. */
export const commentNotFound = () => new AppError(404, 'commentGone');
