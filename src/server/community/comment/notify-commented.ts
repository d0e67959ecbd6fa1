import type { Context } from '#src/server/core/context.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';
import { readPost } from '../post/find-post.ts';
import { postPath } from '../post/notify-published.ts';
import { readName } from '../post/post-author.ts';
import type { Subject } from './find-subject.ts';

type Saved = {
  id: string;
  /** Its author. */
  userId: string;
  /** Author of the comment or reply that it answers. */
  answeredUserId?: string;
};

/** Notifies the author of a post of a comment on it, and whom a reply answers. Other subjects have no notices. */
export async function notifyCommented(
  ctx: Context,
  { id, userId: authorId, subjectType, subjectId, answeredUserId }: Subject & Saved,
): Promise<void> {
  if (subjectType !== 'post') return;
  const { db, tenant } = ctx;
  const found = (await readPost(ctx, subjectId))!;
  const question = found.questionId ? (await readPost(ctx, found.questionId))! : found;
  // Their comments do not tell who wrote an anonymous post.
  const isAnonymous = [found, question].some((post) => post.anonymous && post.authorId === authorId);
  const detail = { title: question.title!, userName: isAnonymous ? '' : await readName(ctx, authorId) };
  const people = new Set([found.authorId, ...(answeredUserId ? [answeredUserId] : [])]);
  people.delete(authorId);
  await sendNotices(
    db,
    tenant.id,
    [...people].map((userId) => ({
      ...{ userId, kind: 'commented' as const, detail, path: postPath(found), source: `comment:${id}`, at: ctx.now() },
    })),
  );
}
