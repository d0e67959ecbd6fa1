import { and, eq } from 'drizzle-orm';
import { post } from '#src/server/community/tables/post.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import type { Reader } from '../community-reader.ts';

export type Post = typeof post.$inferSelect;

/** Whether a reader may see a post: published ones; moderators see all, authors their own that are held or hidden. */
const isVisible = (reader: Reader, { state, authorId }: Post): boolean =>
  state === 'published' || reader.moderator || (reader.userId === authorId && state !== 'deleted');

/**
 * A post that the reader may see; of an answer the question has to be visible too.
 * @param lock until the end of the transaction nobody changes the post, or answers it. Questions are locked before their
 * answers, and posts before members, so that transactions do not deadlock.
 * @throws AppError 404
 */
export async function findPost(ctx: PublicContext, reader: Reader, id: string, lock = false): Promise<Post> {
  const found = await readPost(ctx, id, lock);
  if (!found || !isVisible(reader, found)) throw notFound();
  if (found.questionId) {
    const question = await readPost(ctx, found.questionId);
    if (!question || !isVisible(reader, question)) throw notFound();
  }
  return found;
}

/**
 * The same, of published posts only, e.g. to vote for one.
 * @throws AppError 404
 */
export async function findPublished(ctx: PublicContext, reader: Reader, id: string, lock = false): Promise<Post> {
  const found = await findPost(ctx, reader, id, lock);
  if (found.state !== 'published') throw notFound();
  return found;
}

/** A post in any state. */
export async function readPost({ db, tenant }: PublicContext, id: string, lock = false): Promise<Post | undefined> {
  const query = db
    .select()
    .from(post)
    .where(and(eq(post.enterpriseId, tenant.id), eq(post.id, id)));
  const [found] = await (lock ? query.for('no key update') : query);
  return found;
}

/**
 * Locked posts take no answers, comments or edits, except by moderators.
 * @throws AppError 409
 */
export function requireUnlocked(reader: Reader, { lockedAt }: Post): void {
  if (lockedAt && !reader.moderator) throw new AppError(409, 'postLocked');
}

/** Whether the reader may accept answers and close the question as a duplicate: the asker, lecturers, moderators. */
export const mayAccept = (reader: Reader, { authorId }: Pick<Post, 'authorId'>): boolean =>
  reader.userId !== null && (reader.userId === authorId || reader.lecturer || reader.moderator);
