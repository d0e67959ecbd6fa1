import { and, eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import { USER_TYPE } from '#src/contract/rules/account.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { announcement } from '#src/server/announcement/tables.ts';
import { comment } from '#src/server/community/tables/comment.ts';
import { course, project } from '#src/server/course/tables.ts';
import { moderationCase, moderationDecision } from '#src/server/community/tables/moderation.ts';
import { post } from '#src/server/community/tables/post.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { publicFileUrl } from '#src/server/file/file-url.ts';
import { shownName } from '../post/post-author.ts';
import { postPath } from '../post/notify-published.ts';
import { commentPath } from './lock-subject.ts';

/** Characters of the text that a list shows. */
const EXCERPT = 200;

/** The post of a comment, and the question of an answer. */
const commented = alias(post, 'commented');
const question = alias(post, 'question');

const titleOf = (table: typeof course | typeof project | typeof announcement, type: string) =>
  sql`(select ${table.title} from ${table} where ${comment.subjectType} = ${type}
    and ${table.enterpriseId} = ${comment.enterpriseId} and ${table.id} = ${comment.subjectId})`;

/** Columns of the subject of a case. */
const subjectColumns = {
  postId: moderationCase.postId,
  commentId: moderationCase.commentId,
  post: { id: post.id, kind: post.kind, questionId: post.questionId, state: post.state, anonymous: post.anonymous },
  commented: { id: commented.id, kind: commented.kind, questionId: commented.questionId },
  comment: { subjectType: comment.subjectType, subjectId: comment.subjectId },
  title: sql<string>`coalesce(${post.title}, ${question.title}, ${commented.title},
    ${titleOf(course, 'course')}, ${titleOf(project, 'project')}, ${titleOf(announcement, 'announcement')}, '')`,
  excerpt: sql<string>`left(coalesce(${post.plainText}, ${comment.body}, ''), ${EXCERPT})`,
  locked: sql<boolean>`${post.lockedAt} is not null`,
  state: sql<
    'published' | 'review' | 'hidden' | 'deleted'
  >`coalesce(${post.state}, case when ${comment.deletedAt} is not null then 'deleted' when ${comment.hiddenAt} is null then 'published'
      when ${moderationCase.state} = 'open' and ${moderationCase.source} = 'wordFilter' then 'review' else 'hidden' end)`,
};

/** The author, whom moderators see also of anonymous posts. */
const authorId = sql<string>`coalesce(${post.authorId}, ${comment.userId})`;
const authorColumns = {
  userName: shownName(enterpriseUser),
  headPortraitFileId: enterpriseUser.headPortraitFileId,
  sex: enterpriseUser.sex,
  userType: enterpriseUser.userType,
};
const caseColumns = {
  ...subjectColumns,
  id: moderationCase.id,
  source: moderationCase.source,
  detail: moderationCase.detail,
  caseState: moderationCase.state,
  reportCount: moderationCase.reportCount,
  gmtCreate: moderationCase.gmtCreate,
  body: post.body,
  bodyHtml: post.bodyHtml,
  revision: post.revision,
  commentBody: comment.body,
  authorId,
  ...authorColumns,
};

/** Condition of joins: the same tenant, and this id. */
const isRow = (table: { enterpriseId: PgColumn; id: PgColumn }, id: SQLWrapper) =>
  and(eq(table.enterpriseId, moderationCase.enterpriseId), sql`${table.id} = ${id}`);
const onPost = sql`case when ${comment.subjectType} = 'post' then ${comment.subjectId} end`;
const ofQuestion = sql`coalesce(${post.questionId}, ${commented.questionId})`;

/** Cases with their subjects and authors. */
export const selectCases = (db: TenantDb, where: SQL | undefined) =>
  db
    .select(caseColumns)
    .from(moderationCase)
    .leftJoin(post, isRow(post, moderationCase.postId))
    .leftJoin(comment, isRow(comment, moderationCase.commentId))
    .leftJoin(commented, isRow(commented, onPost))
    .leftJoin(question, isRow(question, ofQuestion))
    .leftJoin(
      enterpriseUser,
      and(eq(enterpriseUser.enterpriseId, moderationCase.enterpriseId), eq(enterpriseUser.userId, authorId)),
    )
    .where(where);

/** Decisions with what they were about, and how many there are. */
export const selectDecisions = (db: TenantDb, where: SQL | undefined) =>
  db
    .select({ ...subjectColumns, decision: moderationDecision, totalCount: sql<number>`(count(*) over ())::int` })
    .from(moderationDecision)
    .innerJoin(
      moderationCase,
      and(
        eq(moderationCase.enterpriseId, moderationDecision.enterpriseId),
        eq(moderationCase.id, moderationDecision.caseId),
      ),
    )
    .leftJoin(post, isRow(post, moderationCase.postId))
    .leftJoin(comment, isRow(comment, moderationCase.commentId))
    .leftJoin(commented, isRow(commented, onPost))
    .leftJoin(question, isRow(question, ofQuestion))
    .where(where);

export type CaseRow = Awaited<ReturnType<typeof selectCases>>[number];

/** What a case is about. */
export function subjectView(
  row: Pick<CaseRow, 'post' | 'comment' | 'commented' | 'postId' | 'commentId' | 'title' | 'excerpt'>,
) {
  const { post: about, comment: said, commented: on } = row;
  return {
    subjectType: about ? about.kind : ('comment' as const),
    subjectId: (row.postId ?? row.commentId)!,
    path: about ? postPath(about) : on ? postPath(on) : commentPath(said!),
    title: row.title,
    excerpt: row.excerpt,
  };
}

/** A case in the queue. */
export function caseView(row: CaseRow) {
  return {
    ...subjectView(row),
    id: row.id,
    author: {
      id: row.authorId,
      userName: row.userName ?? '',
      headPortrait: publicFileUrl(row.headPortraitFileId),
      sex: row.sex ?? 1,
      isLecturer: row.userType === USER_TYPE.lecturer,
      anonymous: row.post?.anonymous ?? false,
    },
    subjectState: row.state,
    locked: row.locked,
    source: row.source,
    detail: row.detail,
    state: row.caseState,
    reportCount: row.reportCount,
    gmtCreate: row.gmtCreate,
  };
}
