import { and, eq, isNull } from 'drizzle-orm';
import { comment } from '#src/server/core/db/schema/community.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { Subject } from './find-subject.ts';

/** A comment or reply of one kind of subject that is not deleted. With `lock` nobody deletes it before the end of the transaction. */
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
      and(
        eq(comment.enterpriseId, tenant.id),
        eq(comment.id, id),
        eq(comment.subjectType, subjectType),
        isNull(comment.deletedAt),
      ),
    );
  const [found] = await (lock ? query.for(lock) : query);
  return found;
}

export const commentGone = () => new AppError(404, 'commentGone');
