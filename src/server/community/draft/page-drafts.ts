import { and, desc, eq, isNull } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import { postDraft } from '#src/server/community/tables/post.ts';
import type { Context } from '#src/server/core/context.ts';

/** One's own drafts, newest first. */
export async function pageDrafts(
  { db, tenant, viewer }: Context,
  input: OperationInput<'POST /community/auth/draft/page'>,
) {
  const mine = and(
    eq(postDraft.enterpriseId, tenant.id),
    eq(postDraft.authorId, viewer.userId),
    isNull(postDraft.publishedAt),
  );
  const { limit, offset } = slice(input);
  const { id, kind, questionId, postId, title, gmtModified } = postDraft;
  const rows = await db
    .select({ id, kind, questionId, postId, title, gmtModified })
    .from(postDraft)
    .where(mine)
    .orderBy(desc(postDraft.gmtModified), desc(postDraft.id))
    .limit(limit)
    .offset(offset);
  return paging(input, await db.$count(postDraft, mine), rows);
}
