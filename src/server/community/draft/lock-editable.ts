import type { Context } from '#src/server/core/context.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import type { Reader } from '../community-reader.ts';
import { findPost, type Post, requireUnlocked } from '../post/find-post.ts';

/**
 * One of one's own posts, locked for an edit. Nobody edits the texts of others, moderators neither.
 * @throws AppError 403 for somebody else's; 404; 409 for one that moderators locked or hid
 */
export async function lockEditable(ctx: Context, reader: Reader, postId: string): Promise<Post> {
  const found = await findPost(ctx, reader, postId, true);
  if (found.authorId !== ctx.viewer.userId) throw new AppError(403, 'notAllowed');
  if (found.state === 'deleted') throw notFound();
  if (found.state === 'hidden') throw new AppError(409, 'postHidden');
  requireUnlocked(reader, found);
  return found;
}
