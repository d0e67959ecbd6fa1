import { and, asc, desc, eq, ilike, ne, or, sql } from 'drizzle-orm';
import { likePattern } from '#src/lib/like-pattern.ts';
import { USER_TYPE } from '#src/contract/rules/account.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import type { Context } from '#src/server/core/context.ts';
import { publicFileUrl } from '#src/server/file/file-url.ts';
import { shownName } from './post-author.ts';

const SHOWN = 8;

/** Active colleagues whose name or nickname contains a text, those first whose name begins with it. */
export async function listColleagues({ db, tenant, viewer }: Context, { keyword }: { keyword: string }) {
  const pattern = likePattern(keyword);
  const begins = pattern.slice(1);
  const rows = await db
    .select({
      userId: enterpriseUser.userId,
      userName: shownName(enterpriseUser),
      department: enterpriseUser.department,
      headPortraitFileId: enterpriseUser.headPortraitFileId,
      sex: enterpriseUser.sex,
      userType: enterpriseUser.userType,
    })
    .from(enterpriseUser)
    .where(
      and(
        eq(enterpriseUser.enterpriseId, tenant.id),
        eq(enterpriseUser.status, 'active'),
        ne(enterpriseUser.userId, viewer.userId),
        keyword ? or(ilike(enterpriseUser.userName, pattern), ilike(enterpriseUser.nickname, pattern)) : undefined,
      ),
    )
    .orderBy(
      desc(
        sql`${enterpriseUser.userName} ilike ${begins} or coalesce(${enterpriseUser.nickname} ilike ${begins}, false)`,
      ),
      asc(sql`coalesce(${enterpriseUser.nickname}, ${enterpriseUser.userName})`),
      asc(enterpriseUser.userId),
    )
    .limit(SHOWN);
  return rows.map(({ headPortraitFileId, userType, userName, ...row }) => ({
    ...row,
    userName: userName ?? '',
    headPortrait: publicFileUrl(headPortraitFileId),
    isLecturer: userType === USER_TYPE.lecturer,
  }));
}
