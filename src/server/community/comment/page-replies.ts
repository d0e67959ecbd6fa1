import { and, asc, eq, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import { comment } from '#src/server/community/tables/comment.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { commentNotFound, findComment, isShown } from './find-comment.ts';
import { requirePublished, type Subject } from './find-subject.ts';
import { replyView, selectComments } from './select-comments.ts';

type Input = OperationInput<'POST /course/auth/course/comment/reply/page'>;

/**
 * Lists the replies to a comment, oldest first.
 * @throws AppError 404
 */
export async function pageReplies(ctx: PublicContext, subjectType: Subject['subjectType'], input: Input) {
  const { db, tenant } = ctx;
  const parent = await findComment(ctx, subjectType, input.commentId);
  if (!parent || parent.parentId) throw commentNotFound();
  await requirePublished(ctx, parent);
  const where = and(eq(comment.enterpriseId, tenant.id), eq(comment.parentId, input.commentId), isShown());
  const isAfter =
    input.after &&
    sql`exists (select from ${comment} a where a.enterprise_id = ${tenant.id} and a.id = ${input.after}
      and (${comment.gmtCreate}, ${comment.id}) > (a.gmt_create, a.id))`;
  const { limit, offset } = slice(input);
  const rows = await selectComments(ctx, isAfter ? and(where, isAfter) : where)
    .orderBy(asc(comment.gmtCreate), asc(comment.id))
    .limit(limit)
    .offset(offset);
  return paging(
    input,
    await db.$count(comment, where),
    rows.map((row) => replyView(ctx, row)),
  );
}
