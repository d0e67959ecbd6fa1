import { alias } from 'drizzle-orm/pg-core';
import { and, eq, sql, type SQL } from 'drizzle-orm';
import { enterpriseUser } from '#src/server/core/db/schema/account.ts';
import { comment, subjectTotal } from '#src/server/core/db/schema/community.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { publicFileUrl } from '#src/server/file/file-url.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import type { Subject } from './find-subject.ts';

const author = alias(enterpriseUser, 'author');
const answered = alias(enterpriseUser, 'answered');

/** People are called by their nickname where they talk to each other. */
const shownName = (person: typeof author | typeof answered) =>
  sql<string | null>`coalesce(${person.nickname}, ${person.userName})`;

/** Comments or replies with what is shown of their authors. */
export function selectComments(db: TenantDb, where: SQL | undefined) {
  return db
    .select({
      id: comment.id,
      parentId: comment.parentId,
      userId: comment.userId,
      content: comment.body,
      gmtCreate: comment.gmtCreate,
      userName: shownName(author),
      headPortraitFileId: author.headPortraitFileId,
      sex: author.sex,
      replyToUserName: shownName(answered),
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

/** What travels of a comment or reply. Who has left the enterprise for good has no name any more. */
export function said({ tenant, viewer }: PublicContext, row: Row) {
  const isMember = viewer?.enterpriseId === tenant.id;
  return {
    id: row.id,
    content: row.content,
    gmtCreate: row.gmtCreate,
    deletable: isMember && (viewer.isAdmin || viewer.userId === row.userId),
    userName: row.userName ?? '',
    headPortrait: publicFileUrl(row.headPortraitFileId),
    sex: row.sex ?? 1,
  };
}

/** A reply as it travels. */
export function replyOf(ctx: PublicContext, row: Row) {
  return { ...said(ctx, row), commentId: row.parentId!, replyToUserName: row.replyToUserName };
}

/** Comments and replies of a subject that are shown. */
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
