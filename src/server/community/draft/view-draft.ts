import { and, isNull } from 'drizzle-orm';
import { postDraft } from '#src/server/community/tables/post.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { draftView, isOwnDraft } from './own-draft.ts';

/**
 * One of one's own drafts.
 * @throws AppError 404, also for one that was published
 */
export async function viewDraft(ctx: Context, { id }: { id: string }) {
  const [draft] = await ctx.db
    .select()
    .from(postDraft)
    .where(and(isOwnDraft(ctx, id), isNull(postDraft.publishedAt)));
  if (!draft) throw notFound();
  return draftView(ctx, draft);
}
