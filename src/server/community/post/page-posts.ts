import { and, desc, eq, sql, type SQL } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { label, labelFollow, post, postFollow, postLabel } from '#src/server/community/tables/post.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { communityReader, type Reader } from '../community-reader.ts';
import { type Position, readCursor, writeCursor } from './cursor.ts';
import { labelsOf, postCard, selectCards } from './select-posts.ts';

type Input = OperationInput<'POST /community/api/post/page'>;

/**
 * A feed of published blogs and questions: newest, most helpful, unanswered questions, or what the viewer follows. Keyset
 * pagination: `next` continues after the last post. Whoever may not read the community gets an empty list.
 * @throws AppError 422 for a cursor of another feed
 */
export async function pagePosts(ctx: PublicContext, input: Input) {
  const { db } = ctx;
  const reader = await communityReader(ctx);
  const after = input.after === undefined ? null : readCursor(input.order, input.after);
  if (!reader || (input.order === 'followed' && !reader.userId)) return { list: [], next: null };
  const rows = await selectCards(db, condition(ctx, reader, input, after))
    .orderBy(...(input.order === 'helpful' ? [desc(post.voteCount)] : []), desc(post.publishedAt), desc(post.id))
    .limit(input.pageSize + 1);
  const shown = rows.slice(0, input.pageSize);
  const labels = await labelsOf(
    ctx,
    shown.map(({ id }) => id),
  );
  const last = shown.at(-1);
  return {
    list: shown.map((row) => postCard(ctx, reader, row, labels)),
    next:
      last && rows.length > shown.length
        ? writeCursor(input.order, { rank: 0, votes: last.voteCount, at: last.publishedAt, id: last.id })
        : null,
  };
}

function condition({ tenant }: PublicContext, reader: Reader, input: Input, after: Position | null): SQL | undefined {
  const { kind, order, labelId, authorId, subjectType, subjectId } = input;
  return and(
    eq(post.enterpriseId, tenant.id),
    // As the indexes of the feeds are declared.
    sql`${post.state} = 'published' and ${post.kind} <> 'answer'`,
    kind === undefined ? undefined : eq(post.kind, kind),
    order === 'unanswered' ? and(eq(post.kind, 'question'), eq(post.answerCount, 0)) : undefined,
    order === 'followed' ? isFollowed(tenant.id, reader.userId!, after, input.pageSize + 1, kind) : undefined,
    labelId === undefined ? undefined : hasLabel(tenant.id, labelId),
    // Nobody else learns which anonymous posts somebody wrote.
    authorId === undefined ? undefined : eq(post.authorId, authorId),
    authorId !== undefined && authorId !== reader.userId ? eq(post.anonymous, false) : undefined,
    subjectType === undefined ? undefined : eq(post.subjectType, subjectType),
    subjectId === undefined ? undefined : eq(post.subjectId, subjectId),
    after === null ? undefined : isAfter(order, after),
  );
}

const isAfter = (order: Input['order'], { votes, at, id }: Position): SQL =>
  order === 'helpful'
    ? sql`(${post.voteCount}, ${post.publishedAt}, ${post.id}) < (${votes}, ${at.toISOString()}::timestamptz, ${id}::uuid)`
    : sql`(${post.publishedAt}, ${post.id}) < (${at.toISOString()}::timestamptz, ${id}::uuid)`;

const hasLabel = (enterpriseId: string, labelId: string): SQL =>
  sql`exists (select from ${postLabel} l where l.enterprise_id = ${enterpriseId} and l.label_id = ${labelId} and l.post_id = ${post.id})`;

/**
 * The newest posts with each label that a member follows, and the newest that they follow themselves: of each only as many
 * as a page has, so that the cost does not grow with the labels.
 */
function isFollowed(
  enterpriseId: string,
  userId: string,
  after: Position | null,
  limit: number,
  kind: Input['kind'],
): SQL {
  const shown = sql`p.state = 'published' and p.kind ${kind ? sql`= ${kind}` : sql`<> 'answer'`}`;
  const older = (time: SQL, id: SQL) =>
    after ? sql`and (${time}, ${id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)` : sql``;
  return sql`${post.id} in (
    select recent.post_id from ${labelFollow} f
    join ${label} on label.enterprise_id = f.enterprise_id and label.id = f.label_id and label.published
    cross join lateral (
      select l.post_id from ${postLabel} l join ${post} p on p.enterprise_id = l.enterprise_id and p.id = l.post_id
      where l.enterprise_id = f.enterprise_id and l.label_id = f.label_id and ${shown} ${older(sql`l.published_at`, sql`l.post_id`)}
      order by l.published_at desc, l.post_id desc limit ${limit}) recent
    where f.enterprise_id = ${enterpriseId} and f.user_id = ${userId}
    union all
    select p.id from ${postFollow} f join ${post} p on p.enterprise_id = f.enterprise_id and p.id = f.post_id
    where f.enterprise_id = ${enterpriseId} and f.user_id = ${userId} and ${shown} ${older(sql`p.published_at`, sql`p.id`)})`;
}
