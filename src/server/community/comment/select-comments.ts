import { alias } from 'drizzle-orm/pg-core';
import { and, eq, sql, type SQL } from 'drizzle-orm';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { comment, subjectTotal } from '#src/server/community/tables/comment.ts';
import { communityModerator } from '#src/server/community/tables/moderation.ts';
import { post } from '#src/server/community/tables/post.ts';
import { publicFileUrl } from '#src/server/file/file-url.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import type { Subject } from './find-subject.ts';

const author = alias(enterpriseUser, 'author');
const answered = alias(enterpriseUser, 'answered');

/** Comments show the nickname if there is one; empty for a member whose data were erased. */
const shownName = (person: typeof author | typeof answered) =>
  sql<
    string | null
  >`case when ${person.erasedAt} is null then coalesce(${person.nickname}, ${person.userName}) else '' end`;

/**
 * Whether a member wrote the post of the comment anonymously, or the question that this post answers: their comments would
 * tell who they are.
 */
const isAnonymous = (
  person: typeof author | typeof answered,
) => sql<boolean>`(${comment.subjectType} = 'post' and exists (
  select from ${post} p left join ${post} q on q.enterprise_id = p.enterprise_id and q.id = p.question_id
  where p.enterprise_id = ${comment.enterpriseId} and p.id = ${comment.subjectId}
    and ((p.anonymous and p.author_id = ${person.userId}) or (q.anonymous and q.author_id = ${person.userId}))))`;

/** Whether the viewer may learn who that is: moderators and the member. */
function seesAnonymous({ tenant, viewer }: PublicContext, person: typeof author | typeof answered): SQL<boolean> {
  if (viewer?.enterpriseId !== tenant.id) return sql`false`;
  if (viewer.isAdmin) return sql`true`;
  return sql`(${person.userId} = ${viewer.userId} or exists (select from ${communityModerator} m
    where m.enterprise_id = ${comment.enterpriseId} and m.user_id = ${viewer.userId}))`;
}

/** Selects comments or replies with the names and portraits of their authors, as the viewer may see them. */
export function selectComments(ctx: PublicContext, where: SQL | undefined) {
  return ctx.db
    .select({
      id: comment.id,
      parentId: comment.parentId,
      userId: comment.userId,
      content: comment.body,
      gmtCreate: comment.gmtCreate,
      userName: shownName(author),
      headPortraitFileId: author.headPortraitFileId,
      sex: author.sex,
      anonymous: isAnonymous(author),
      seen: seesAnonymous(ctx, author),
      replyToUserName: shownName(answered),
      replyToAnonymous: sql<boolean>`${isAnonymous(answered)} and not ${seesAnonymous(ctx, answered)}`,
    })
    .from(comment)
    .leftJoin(author, and(eq(author.enterpriseId, comment.enterpriseId), eq(author.userId, comment.userId)))
    .leftJoin(
      answered,
      and(eq(answered.enterpriseId, comment.enterpriseId), eq(answered.userId, comment.replyToUserId)),
    )
    .where(where);
}

type Row = Awaited<ReturnType<typeof selectComments>>[number];

/**
 * Returns the response fields of a comment or reply. The name is empty when the author is no longer a member, or hidden from
 * the viewer.
 */
export function commentView({ tenant, viewer }: PublicContext, row: Row) {
  const isMember = viewer?.enterpriseId === tenant.id;
  const isHidden = row.anonymous && !row.seen;
  return {
    id: row.id,
    content: row.content,
    gmtCreate: row.gmtCreate,
    deletable: isMember && (viewer.isAdmin || viewer.userId === row.userId),
    userName: isHidden ? '' : (row.userName ?? ''),
    headPortrait: isHidden ? null : publicFileUrl(row.headPortraitFileId),
    sex: isHidden ? 1 : (row.sex ?? 1),
    anonymous: row.anonymous,
  };
}

/** Returns the response fields of a reply. */
export function replyView(ctx: PublicContext, row: Row) {
  const { parentId, replyToUserName, replyToAnonymous } = row;
  return {
    ...commentView(ctx, row),
    commentId: parentId!,
    replyToUserName: replyToAnonymous ? '' : replyToUserName,
  };
}

/** Returns the number of visible comments and replies of a subject. */
export async function countComments({ db, tenant }: PublicContext, subject: Subject): Promise<number> {
  const [row] = await db
    .select({ commentCount: subjectTotal.commentCount })
    .from(subjectTotal)
    .where(
      and(
        eq(subjectTotal.enterpriseId, tenant.id),
        eq(subjectTotal.subjectType, subject.subjectType),
        eq(subjectTotal.subjectId, subject.subjectId),
      ),
    );
  return row?.commentCount ?? 0;
}
