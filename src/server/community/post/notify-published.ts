import { and, eq, inArray } from 'drizzle-orm';
import { mentionsOf } from '#src/lib/rich-document/read-document.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { postFollow } from '#src/server/community/tables/post.ts';
import type { Context } from '#src/server/core/context.ts';
import { type NewNotice, sendNotices } from '#src/server/notice/send-notice.ts';
import { type Post, readPost } from './find-post.ts';
import { readName } from './post-author.ts';

/** Path of a post in the portal. */
export const postPath = ({ id, kind, questionId }: Pick<Post, 'id' | 'kind' | 'questionId'>): string =>
  questionId ? `/community/question/${questionId}?answer=${id}` : `/community/${kind}/${id}`;

/**
 * Notifies whom a published post concerns: of an answer the asker and the followers of the question, and the members whom
 * the text mentions. Each is notified once of a post. Of an anonymous post the name is empty.
 */
export async function notifyPublished(ctx: Context, saved: Post): Promise<void> {
  const { db, tenant } = ctx;
  const question = saved.questionId ? await readPost(ctx, saved.questionId) : undefined;
  const title = question?.title ?? saved.title ?? '';
  const userName = saved.anonymous ? '' : await readName(ctx, saved.authorId);
  const about = { detail: { title, userName }, path: postPath(saved), at: ctx.now() };
  const mentioned = await activeMembers(
    ctx,
    mentionsOf(saved.body).map(({ userId }) => userId),
  );
  const answered = question ? [question.authorId, ...(await followersOf(ctx, question.id))] : [];
  const notices: NewNotice[] = [
    ...mentioned.map((userId) => ({ ...about, userId, kind: 'mentioned' as const, source: `post:${saved.id}` })),
    ...answered.map((userId) => ({ ...about, userId, kind: 'answered' as const, source: `post:${saved.id}` })),
  ];
  // Whoever is mentioned in an answer to a question of theirs receives one notice.
  const each = new Map(notices.toReversed().map((notice) => [notice.userId, notice]));
  each.delete(saved.authorId);
  await sendNotices(db, tenant.id, [...each.values()]);
}

async function activeMembers({ db, tenant }: Context, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({ userId: enterpriseUser.userId })
    .from(enterpriseUser)
    .where(
      and(
        eq(enterpriseUser.enterpriseId, tenant.id),
        inArray(enterpriseUser.userId, ids),
        eq(enterpriseUser.status, 'active'),
      ),
    );
  return rows.map(({ userId }) => userId);
}

async function followersOf({ db, tenant }: Context, postId: string): Promise<string[]> {
  const rows = await db
    .select({ userId: postFollow.userId })
    .from(postFollow)
    .where(and(eq(postFollow.enterpriseId, tenant.id), eq(postFollow.postId, postId)));
  return rows.map(({ userId }) => userId);
}
