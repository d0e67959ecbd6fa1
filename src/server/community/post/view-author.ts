import { and, eq, sql } from 'drizzle-orm';
import { USER_TYPE } from '#src/contract/rules/account.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { post } from '#src/server/community/tables/post.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { publicFileUrl } from '#src/server/file/file-url.ts';
import { requireReader } from '../community-reader.ts';
import { shownName } from './post-author.ts';

type Counts = Record<'blogCount' | 'questionCount' | 'answerCount' | 'acceptedCount' | 'helpfulCount', number>;

/**
 * A member and the number of their published posts; anonymous posts are not counted.
 * @throws AppError 404
 */
export async function viewAuthor(ctx: PublicContext, { userId }: { userId: string }) {
  const { db, tenant } = ctx;
  const reader = await requireReader(ctx);
  const [member] = await db
    .select({ row: enterpriseUser, userName: shownName(enterpriseUser) })
    .from(enterpriseUser)
    .where(and(eq(enterpriseUser.enterpriseId, tenant.id), eq(enterpriseUser.userId, userId)));
  if (!member) throw notFound();
  const { rows } = await db.execute<Counts>(sql`
    select count(*) filter (where p.kind = 'blog')::int as "blogCount",
           count(*) filter (where p.kind = 'question')::int as "questionCount",
           count(*) filter (where p.kind = 'answer')::int as "answerCount",
           count(*) filter (where q.accepted_answer_id = p.id)::int as "acceptedCount",
           coalesce(sum(p.vote_count), 0)::int as "helpfulCount"
    from ${post} p
    left join ${post} q on q.enterprise_id = p.enterprise_id and q.id = p.question_id
    where p.enterprise_id = ${tenant.id} and p.author_id = ${userId} and p.state = 'published' and not p.anonymous
      and (p.kind <> 'answer' or q.state = 'published')`);
  const { row, userName } = member;
  return {
    id: userId,
    userName: userName ?? '',
    headPortrait: publicFileUrl(row.headPortraitFileId),
    sex: row.sex,
    isLecturer: row.userType === USER_TYPE.lecturer,
    anonymous: false,
    // Visitors of an open community do not learn how the enterprise is organised.
    department: reader.userId ? row.department : null,
    ...rows[0]!,
  };
}
