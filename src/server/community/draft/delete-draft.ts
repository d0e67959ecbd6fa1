import { and, isNull } from 'drizzle-orm';
import { postDraft } from '#src/server/community/tables/post.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { isOwnDraft } from './own-draft.ts';

/**
 * Deletes one of one's own drafts. The row of a published one stays: it recognises late saves.
 * @throws AppError 404
 */
export async function deleteDraft(ctx: Context, { id }: { id: string }) {
  const deleted = await ctx.db
    .delete(postDraft)
    .where(and(isOwnDraft(ctx, id), isNull(postDraft.publishedAt)))
    .returning({ id: postDraft.id });
  if (deleted.length === 0) throw notFound();
  return {};
}
