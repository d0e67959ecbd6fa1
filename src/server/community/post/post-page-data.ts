import type { PublicContext } from '#src/server/core/context.ts';
import type { Reader } from '../community-reader.ts';
import { mayAccept } from './find-post.ts';
import { postHtml } from './post-html.ts';
import type { FullRow } from './select-posts.ts';

/** What blogs, questions and answers have in common on their pages: the text, and what the reader did and may do. */
export async function postPageData(
  ctx: PublicContext,
  reader: Reader,
  row: FullRow,
  question: { authorId: string } | null,
) {
  const isOwn = reader.userId === row.authorId;
  const isOpen = !row.lockedAt || reader.moderator;
  return {
    bodyHtml: await postHtml(ctx, row),
    state: row.state,
    locked: row.lockedAt !== null,
    editedAt: row.editedAt,
    revision: row.revision,
    voted: row.voted,
    followed: row.followed,
    mayEdit: isOwn && isOpen && (row.state === 'published' || row.state === 'review'),
    mayDelete: isOwn && row.state !== 'deleted',
    mayAccept: question !== null && isOpen && mayAccept(reader, question),
    mayModerate: reader.moderator,
  };
}
