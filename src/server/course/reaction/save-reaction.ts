import { sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { announceChange } from '#src/server/core/db/changes.ts';
import { reaction } from '../tables.ts';
import type { Context } from '#src/server/core/context.ts';
import { requirePublished } from './reaction-subject.ts';
import { viewReactionOfViewer } from './view-reaction.ts';

type Input = OperationInput<'POST /course/auth/reaction/save'>;

/**
 * Saves the user's like, bookmark and rating of a course or project. Omitted fields do not change; the time of the
 * first like or bookmark is preserved.
 * @returns the new sums, with the user's own reaction
 * @throws AppError 404
 */
export async function saveReaction(ctx: Context, { liked, bookmarked, rating, ...subject }: Input) {
  const { db, tenant, viewer } = ctx;
  await requirePublished(ctx, subject);
  const now = ctx.now();
  const at = now.toISOString();
  const moment = (column: typeof reaction.likedAt | typeof reaction.bookmarkedAt, on: boolean | undefined) =>
    on === undefined ? sql`${column}` : on ? sql`coalesce(${column}, ${at})` : sql`null`;
  if (liked !== undefined || bookmarked !== undefined || rating !== undefined) {
    await db
      .insert(reaction)
      .values({
        enterpriseId: tenant.id,
        ...subject,
        userId: viewer.userId,
        likedAt: liked ? now : null,
        bookmarkedAt: bookmarked ? now : null,
        rating: rating ?? null,
        gmtModified: now,
      })
      .onConflictDoUpdate({
        target: [reaction.enterpriseId, reaction.subjectType, reaction.subjectId, reaction.userId],
        set: {
          likedAt: moment(reaction.likedAt, liked),
          bookmarkedAt: moment(reaction.bookmarkedAt, bookmarked),
          ...(rating !== undefined && { rating }),
          gmtModified: now,
        },
      });
    // Only the page of this subject is invalidated; lists may be a few minutes old.
    await announceChange(db, { enterpriseId: tenant.id, tags: [`${subject.subjectType}:${subject.subjectId}`] });
  }
  return viewReactionOfViewer(ctx, subject);
}
