import { moderationCase } from '#src/server/community/tables/moderation.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { screenText } from '../moderation/screen-text.ts';

/**
 * Applies the word filter to a comment.
 * @returns the words for which it is held until a moderator has read it; null for none
 * @throws AppError 422 for words that comments may not contain
 */
export async function screenComment(ctx: Context, content: string): Promise<string[] | null> {
  const screened = await screenText(ctx, content);
  if (screened === 'ok') return null;
  if ('review' in screened) return screened.review;
  throw new AppError(422, 'filteredWords', {
    params: { words: screened.reject.join(', ') },
    fields: [{ field: 'content', key: 'field.filteredWords' }],
  });
}

/** Puts a held comment into the queue of the moderators. */
export async function holdComment({ db, tenant, now }: Context, commentId: string, words: string[]): Promise<void> {
  const source = 'wordFilter';
  await db
    .insert(moderationCase)
    .values({ enterpriseId: tenant.id, commentId, source, detail: words.join(', '), gmtCreate: now() })
    .onConflictDoNothing();
}
