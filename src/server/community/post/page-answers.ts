import { and, asc, desc, eq, inArray, or, sql, type SQL } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { post } from '#src/server/community/tables/post.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { requireReader, type Reader } from '../community-reader.ts';
import { type Position, readCursor, writeCursor } from './cursor.ts';
import { findPost, type Post } from './find-post.ts';
import { postAuthor } from './post-author.ts';
import { postPageData } from './post-page-data.ts';
import { selectFull, type FullRow } from './select-posts.ts';

type Input = OperationInput<'POST /community/api/answer/page'>;
type Order = Input['order'];

/**
 * Answers to a question, the accepted one first. Keyset pagination: `next` continues after the last answer.
 * @throws AppError 404; 422 for a cursor of another order
 */
export async function pageAnswers(ctx: PublicContext, { questionId, order, after, pageSize }: Input) {
  const { db, tenant } = ctx;
  const reader = await requireReader(ctx);
  const question = await findPost(ctx, reader, questionId);
  if (question.kind !== 'question') throw notFound();
  const name = `answers ${order}`;
  const position = after === undefined ? null : readCursor(name, after);
  const rank = sql<number>`(${post.id} is not distinct from ${question.acceptedAnswerId}::uuid)::int`;
  const rows = await selectFull(
    db,
    reader.userId,
    and(
      eq(post.enterpriseId, tenant.id),
      eq(post.questionId, questionId),
      isShown(reader),
      position ? isAfter(order, rank, position) : undefined,
    ),
  )
    .orderBy(...ordered(order, rank))
    .limit(pageSize + 1);
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  const list = [];
  for (const row of shown) list.push(await answerOf(ctx, reader, question, row));
  return {
    list,
    next:
      last && rows.length > shown.length
        ? writeCursor(name, {
            rank: Number(last.id === question.acceptedAnswerId),
            votes: last.voteCount,
            at: last.publishedAt,
            id: last.id,
          })
        : null,
  };
}

const ordered = (order: Order, rank: SQL) =>
  order === 'oldest'
    ? [desc(rank), asc(post.publishedAt), asc(post.id)]
    : [desc(rank), ...(order === 'helpful' ? [desc(post.voteCount)] : []), desc(post.publishedAt), desc(post.id)];

function isAfter(order: Order, rank: SQL, { rank: lastRank, votes, at, id }: Position): SQL {
  const time = sql`${at.toISOString()}::timestamptz`;
  if (order === 'oldest')
    return sql`(-${rank}, ${post.publishedAt}, ${post.id}) > (-${lastRank}::int, ${time}, ${id}::uuid)`;
  if (order === 'newest')
    return sql`(${rank}, ${post.publishedAt}, ${post.id}) < (${lastRank}::int, ${time}, ${id}::uuid)`;
  return sql`(${rank}, ${post.voteCount}, ${post.publishedAt}, ${post.id}) < (${lastRank}::int, ${votes}::int, ${time}, ${id}::uuid)`;
}

/** Published answers; held and hidden ones to their authors and moderators. */
function isShown({ moderator, userId }: Reader): SQL | undefined {
  const held = inArray(post.state, ['review', 'hidden']);
  return or(
    eq(post.state, 'published'),
    moderator ? held : undefined,
    userId ? and(held, eq(post.authorId, userId)) : undefined,
  );
}

async function answerOf(ctx: PublicContext, reader: Reader, question: Post, row: FullRow) {
  const data = await postPageData(ctx, reader, row, question);
  return {
    id: row.id,
    author: postAuthor(reader, row),
    publishedAt: row.publishedAt,
    voteCount: row.voteCount,
    commentCount: row.commentCount,
    accepted: row.id === question.acceptedAnswerId,
    ...data,
    mayAccept: data.mayAccept && row.state === 'published' && (!question.lockedAt || reader.moderator),
  };
}
