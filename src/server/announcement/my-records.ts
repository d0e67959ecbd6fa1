import { and, count, eq, isNotNull, isNull, not, or, type SQL } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import { announcement, announcementUserRecord as record } from './tables.ts';
import type { Context } from '#src/server/core/context.ts';
import { announcementCard, isAfterMark, LISTED, published, selectAnnouncements, userState } from './published.ts';

/** Condition for the user's record of an announcement; no row means unread, unless the read mark covers it. */
const mine = ({ tenant, viewer }: Context) =>
  and(eq(record.enterpriseId, tenant.id), eq(record.announcementId, announcement.id), eq(record.userId, viewer.userId));

function isRead(ctx: Context, read: boolean | undefined): SQL | undefined {
  if (read === undefined) return undefined;
  return read ? or(isNotNull(record.readAt), not(isAfterMark(ctx))) : and(isNull(record.readAt), isAfterMark(ctx));
}

/** Lists the user's announcements, newest first, without those that the user has deleted. */
export async function pageMyRecords(
  ctx: Context,
  input: OperationInput<'POST /user/auth/announcement/user/record/page'>,
) {
  const { limit, offset } = slice(input);
  const rows = await selectAnnouncements(ctx, and(published(ctx), isNull(record.deletedAt), isRead(ctx, input.read)))
    .orderBy(...LISTED)
    .limit(limit)
    .offset(offset);
  const list = rows.map((found) => ({ ...announcementCard(found), ...userState(found) }));
  return paging(input, await countMine(ctx, input.read), list);
}

/** Returns the number of announcements that the user has read. */
export async function countRead(ctx: Context) {
  return { count: await countMine(ctx, true) };
}

/**
 * Unread announcements are those after the read mark, minus those of them with a record: both are few of ten thousand. Read
 * ones are the others that the user has not deleted.
 */
async function countMine(ctx: Context, read: boolean | undefined): Promise<number> {
  const withRecord = async (where: SQL | undefined) => {
    const [row] = await ctx.db
      .select({ n: count() })
      .from(record)
      .innerJoin(announcement, mine(ctx))
      .where(and(published(ctx), where));
    return row!.n;
  };
  const countUnread = async () =>
    (await ctx.db.$count(announcement, and(published(ctx), isAfterMark(ctx)))) -
    (await withRecord(and(or(isNotNull(record.readAt), isNotNull(record.deletedAt)), isAfterMark(ctx))));
  if (read === false) return countUnread();
  const all = (await ctx.db.$count(announcement, published(ctx))) - (await withRecord(isNotNull(record.deletedAt)));
  return read ? all - (await countUnread()) : all;
}
