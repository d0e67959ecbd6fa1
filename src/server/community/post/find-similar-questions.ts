import { and, eq, inArray } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { post } from '#src/server/community/tables/post.ts';
import type { Context } from '#src/server/core/context.ts';
import { findSimilar } from '#src/server/search/find-similar.ts';
import { selectCards } from './select-posts.ts';

const SHOWN = 5;

/** Published questions that resemble the title of one that is being written; the most similar first. */
export async function findSimilarQuestions(
  ctx: Context,
  { title, except }: OperationInput<'POST /community/auth/post/similar'>,
) {
  const { db, tenant } = ctx;
  const ids = await findSimilar(ctx, title, { kind: 'question', except, limit: SHOWN });
  if (ids.length === 0) return [];
  const rows = await selectCards(
    db,
    and(eq(post.enterpriseId, tenant.id), inArray(post.id, ids), eq(post.state, 'published')),
  );
  return rows
    .sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
    .map(({ id, title, answerCount, solved, voteCount }) => ({
      id,
      title: title ?? '',
      answerCount,
      solved,
      voteCount,
    }));
}
