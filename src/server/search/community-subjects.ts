import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { communitySetting } from '#src/server/community/tables/moderation.ts';
import { post } from '#src/server/community/tables/post.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { Read } from './subject.ts';

/** Characters of one answer that are indexed. */
const ANSWER = 4_000;
/** Answers of one question that are indexed, the most helpful ones. */
const ANSWERS = 20;

/** Published blogs and questions; visitors find them if the community is open to the public. */
const postsOf =
  (kind: 'blog' | 'question', type: 6 | 7): Read =>
  async (db, enterpriseId, ids) => {
    const rows = await db
      .select({
        id: post.id,
        title: post.title,
        plainText: post.plainText,
        publishedAt: post.publishedAt,
        authorName,
        isPublic: sql<boolean>`exists (select from ${communitySetting} s
          where s.enterprise_id = ${post.enterpriseId} and s.is_public)`,
      })
      .from(post)
      .leftJoin(enterpriseUser, isAuthor())
      .where(
        and(
          eq(post.enterpriseId, enterpriseId),
          inArray(post.id, ids),
          eq(post.kind, kind),
          eq(post.state, 'published'),
        ),
      );
    const answers = kind === 'question' ? await answersTo(db, enterpriseId, ids) : [];
    return rows.map((row) => {
      const own = answers.filter(({ questionId }) => questionId === row.id).slice(0, ANSWERS);
      return {
        id: row.id,
        type,
        visibility: row.isPublic ? 'public' : 'member',
        title: row.title ?? '',
        summary: '',
        body: [row.plainText, ...own.map(({ text }) => text)].join(' '),
        names: [row, ...own].flatMap(({ authorName }) => authorName ?? []).join(' '),
        gmtModified: row.publishedAt,
      };
    });
  };

/** Nobody is found by what they wrote anonymously. */
const authorName = sql<string | null>`case when not ${post.anonymous}
  then coalesce(${enterpriseUser.nickname}, ${enterpriseUser.userName}) end`;
const isAuthor = () =>
  and(eq(enterpriseUser.enterpriseId, post.enterpriseId), eq(enterpriseUser.userId, post.authorId));

function answersTo(db: TenantDb, enterpriseId: string, questionIds: string[]) {
  return db
    .select({ questionId: post.questionId, text: sql<string>`left(${post.plainText}, ${ANSWER})`, authorName })
    .from(post)
    .leftJoin(enterpriseUser, isAuthor())
    .where(and(eq(post.enterpriseId, enterpriseId), inArray(post.questionId, questionIds), eq(post.state, 'published')))
    .orderBy(sql`${post.voteCount} desc`, asc(post.id));
}

export const blogs = postsOf('blog', 6);
export const questions = postsOf('question', 7);
