import { and, asc, count, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import { comment } from '#src/server/community/tables/comment.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { isShown } from './find-comment.ts';
import { requirePublished, type Subject } from './find-subject.ts';
import { countComments, replyView, commentView, selectComments } from './select-comments.ts';

/**
 * Number of replies returned with each comment of a list; a single comment (a link to it) comes with all its replies.
 */
const REPLIES_PER_COMMENT = 3;

type Input = OperationInput<'POST /course/auth/course/comment/page'>;

/**
 * Lists the comments on a published subject, newest first, each with its first replies.
 * @throws AppError 404
 */
export async function pageComments(ctx: PublicContext, subjectType: Subject['subjectType'], input: Input) {
  const { db, tenant } = ctx;
  const subject = { subjectType, subjectId: input.subjectId };
  await requirePublished(ctx, subject);
  const where = and(
    eq(comment.enterpriseId, tenant.id),
    eq(comment.subjectType, subjectType),
    eq(comment.subjectId, input.subjectId),
    isNull(comment.parentId),
    isShown(),
    input.commentId ? eq(comment.id, threadOf(tenant.id, input.commentId)) : undefined,
  );
  const { limit, offset } = slice(input);
  const rows = await selectComments(ctx, and(where, input.before ? isAfter(tenant.id, input.before) : undefined))
    .orderBy(desc(comment.gmtCreate), desc(comment.id))
    .limit(limit)
    .offset(offset);
  const ids = rows.map(({ id }) => id);
  const replies = await firstReplies(ctx, ids, input.commentId ? MAX_ITEMS.replies : REPLIES_PER_COMMENT);
  const counts = await countReplies(ctx, ids);
  const list = rows.map((row) => ({
    ...commentView(ctx, row),
    replyCount: counts.get(row.id) ?? 0,
    replies: replies.filter(({ commentId }) => commentId === row.id),
  }));
  return {
    ...paging(input, await db.$count(comment, where), list),
    commentCount: await countComments(ctx, subject),
  };
}

/** Id of the comment with this id, or of the comment to which the reply with this id belongs. */
const threadOf = (enterpriseId: string, id: string) =>
  sql`(select coalesce(c.parent_id, c.id) from ${comment} c where c.enterprise_id = ${enterpriseId} and c.id = ${id})`;

/** Condition for comments after a given one in the list, also when that one has been deleted. */
const isAfter = (enterpriseId: string, id: string) => sql`exists (
  select from ${comment} b where b.enterprise_id = ${enterpriseId} and b.id = ${id}
    and (${comment.gmtCreate} < b.gmt_create or (${comment.gmtCreate} = b.gmt_create and ${comment.id} > b.id)))`;

async function firstReplies(ctx: PublicContext, ids: string[], limit: number) {
  if (ids.length === 0) return [];
  const { db, tenant } = ctx;
  const parents = sql.join(
    ids.map((id) => sql`(${id}::uuid)`),
    sql`, `,
  );
  const { rows } = await db.execute<{ id: string }>(sql`
    select first.id from (values ${parents}) parent(id) cross join lateral (
      select r.id from ${comment} r
      where r.enterprise_id = ${tenant.id} and r.parent_id = parent.id and r.deleted_at is null and r.hidden_at is null
      order by r.gmt_create, r.id limit ${limit}) first`);
  if (rows.length === 0) return [];
  const found = await selectComments(
    ctx,
    and(
      eq(comment.enterpriseId, tenant.id),
      inArray(
        comment.id,
        rows.map(({ id }) => id),
      ),
    ),
  ).orderBy(asc(comment.gmtCreate), asc(comment.id));
  return found.map((row) => replyView(ctx, row));
}

async function countReplies({ db, tenant }: PublicContext, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ parentId: comment.parentId, replies: count() })
    .from(comment)
    .where(and(eq(comment.enterpriseId, tenant.id), inArray(comment.parentId, ids), isShown()))
    .groupBy(comment.parentId);
  return new Map(rows.map(({ parentId, replies }) => [parentId!, replies]));
}
