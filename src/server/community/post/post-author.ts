import { and, eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { USER_TYPE } from '#src/contract/rules/account.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { post } from '#src/server/community/tables/post.ts';
import { publicFileUrl } from '#src/server/file/file-url.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import type { Reader } from '../community-reader.ts';

/** The author of a post, to be joined. */
export const author = alias(enterpriseUser, 'author');

/**
 * Name of a member in the community: the nickname if there is one; empty for a member whose data were erased, whom the
 * client names in the reader's language.
 */
export const shownName = (person: typeof author | typeof enterpriseUser) =>
  sql<
    string | null
  >`case when ${person.erasedAt} is null then coalesce(${person.nickname}, ${person.userName}) else '' end`;

/** Columns that `postAuthor` needs. */
export const authorColumns = {
  authorId: post.authorId,
  anonymous: post.anonymous,
  userName: shownName(author),
  headPortraitFileId: author.headPortraitFileId,
  sex: author.sex,
  userType: author.userType,
};

type AuthorRow = {
  authorId: string;
  anonymous: boolean;
  userName: string | null;
  headPortraitFileId: string | null;
  sex: number | null;
  userType: number | null;
};

/** Whether the reader may learn who wrote a post: the authors of anonymous posts are shown to moderators and themselves. */
export const seesAuthor = (reader: Reader, row: { authorId: string; anonymous: boolean }): boolean =>
  !row.anonymous || reader.moderator || reader.userId === row.authorId;

/** The author of a post as the reader may see it. */
export function postAuthor(reader: Reader, row: AuthorRow) {
  const { anonymous } = row;
  if (!seesAuthor(reader, row))
    return { id: null, userName: '', headPortrait: null, sex: 1, isLecturer: false, anonymous };
  return {
    id: row.authorId,
    userName: row.userName ?? '',
    headPortrait: publicFileUrl(row.headPortraitFileId),
    sex: row.sex ?? 1,
    isLecturer: row.userType === USER_TYPE.lecturer,
    anonymous,
  };
}

/** Name of a member in the community, for notices. */
export async function readName({ db, tenant }: Pick<PublicContext, 'db' | 'tenant'>, userId: string): Promise<string> {
  const [row] = await db
    .select({ name: shownName(enterpriseUser) })
    .from(enterpriseUser)
    .where(and(eq(enterpriseUser.enterpriseId, tenant.id), eq(enterpriseUser.userId, userId)));
  return row?.name ?? '';
}
