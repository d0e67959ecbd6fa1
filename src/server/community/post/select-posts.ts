import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { localizedText } from '#src/lib/localized.ts';
import { subjectTotal } from '#src/server/community/tables/comment.ts';
import { label, post, postLabel, postVote, postFollow } from '#src/server/community/tables/post.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { memberFileUrl } from '#src/server/file/file-url.ts';
import type { Reader } from '../community-reader.ts';
import { author, authorColumns, postAuthor } from './post-author.ts';

/** Characters of the text that a card shows. */
const EXCERPT = 200;
/** Bytes of UTF-8 that are read in a minute: 400 Chinese characters, or about 220 English words. */
const BYTES_PER_MINUTE = 1_200;

const accepted = alias(post, 'accepted');

const cardColumns = {
  ...authorColumns,
  id: post.id,
  kind: post.kind,
  title: post.title,
  beginning: sql<string>`left(${post.plainText}, ${EXCERPT + 1})`,
  coverFileId: post.coverFileId,
  publishedAt: post.publishedAt,
  voteCount: post.voteCount,
  answerCount: post.answerCount,
  commentCount: sql<number>`coalesce(${subjectTotal.commentCount}, 0)`,
  solved: sql<boolean>`${accepted.id} is not null`,
  readingMinutes: sql<number>`greatest(1, ceil(octet_length(${post.plainText}) / ${BYTES_PER_MINUTE}::numeric))::int`,
};
/** What the page of a post needs beside that. */
const fullColumns = (userId: string | null) => ({
  ...cardColumns,
  body: post.body,
  bodyHtml: post.bodyHtml,
  state: post.state,
  lockedAt: post.lockedAt,
  editedAt: post.editedAt,
  revision: post.revision,
  questionId: post.questionId,
  followerCount: post.followerCount,
  duplicateOf: post.duplicateOf,
  subjectType: post.subjectType,
  subjectId: post.subjectId,
  voted: did(postVote, userId),
  followed: did(postFollow, userId),
});

/** Whether a member voted for the post, or follows it. */
const did = (table: typeof postVote | typeof postFollow, userId: string | null) =>
  userId === null
    ? sql<boolean>`false`
    : sql<boolean>`exists (select from ${table} d where d.enterprise_id = ${post.enterpriseId}
        and d.post_id = ${post.id} and d.user_id = ${userId})`;

const isAuthor = () => and(eq(author.enterpriseId, post.enterpriseId), eq(author.userId, post.authorId));
/** A hidden answer solves nothing. */
const isAccepted = () =>
  and(
    eq(accepted.enterpriseId, post.enterpriseId),
    eq(accepted.id, post.acceptedAnswerId),
    eq(accepted.state, 'published'),
  );
const isTotal = () =>
  and(
    eq(subjectTotal.enterpriseId, post.enterpriseId),
    eq(subjectTotal.subjectType, 'post'),
    eq(subjectTotal.subjectId, post.id),
  );

/** Posts with what their cards show. */
export const selectCards = (db: TenantDb, where: SQL | undefined) =>
  db
    .select(cardColumns)
    .from(post)
    .leftJoin(author, isAuthor())
    .leftJoin(accepted, isAccepted())
    .leftJoin(subjectTotal, isTotal())
    .where(where);

/** Posts with everything that their pages show. */
export const selectFull = (db: TenantDb, userId: string | null, where: SQL | undefined) =>
  db
    .select(fullColumns(userId))
    .from(post)
    .leftJoin(author, isAuthor())
    .leftJoin(accepted, isAccepted())
    .leftJoin(subjectTotal, isTotal())
    .where(where);

type CardRow = Awaited<ReturnType<typeof selectCards>>[number];
export type FullRow = Awaited<ReturnType<typeof selectFull>>[number];
type Chip = Pick<typeof label.$inferSelect, 'id' | 'code' | 'color'> & { name: string };

/** A blog or question as lists show it. */
export function postCard({ tenant, now }: PublicContext, reader: Reader, row: CardRow, labels: Map<string, Chip[]>) {
  return {
    id: row.id,
    kind: row.kind === 'blog' ? ('blog' as const) : ('question' as const),
    title: row.title ?? '',
    excerpt: row.beginning.length > EXCERPT ? `${row.beginning.slice(0, EXCERPT).trimEnd()}…` : row.beginning,
    cover: row.coverFileId && memberFileUrl(tenant.id, row.coverFileId, now()),
    author: postAuthor(reader, row),
    labels: labels.get(row.id) ?? [],
    publishedAt: row.publishedAt,
    voteCount: row.voteCount,
    answerCount: row.answerCount,
    commentCount: row.commentCount,
    solved: row.solved,
    readingMinutes: row.readingMinutes,
  };
}

/** Labels of some posts, in their order; withdrawn ones too. */
export async function labelsOf({ db, tenant, locale }: PublicContext, postIds: string[]): Promise<Map<string, Chip[]>> {
  if (postIds.length === 0) return new Map();
  const rows = await db
    .select({ postId: postLabel.postId, id: label.id, code: label.code, name: label.name, color: label.color })
    .from(postLabel)
    .innerJoin(label, and(eq(label.enterpriseId, postLabel.enterpriseId), eq(label.id, postLabel.labelId)))
    .where(and(eq(postLabel.enterpriseId, tenant.id), inArray(postLabel.postId, postIds)))
    .orderBy(asc(label.sort), asc(label.id));
  const chips = rows.map(({ postId, name, ...row }) => ({ postId, ...row, name: localizedText(name, locale) }));
  return Map.groupBy(chips, ({ postId }) => postId);
}
