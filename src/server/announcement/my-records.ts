import { and, count, desc, eq, isNotNull, isNull, or, type SQL } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import { announcement, announcementUserRecord as record } from '#src/server/core/db/schema/announcement.ts';
import type { Context } from '#src/server/core/context.ts';
import { announcementCard, published, selectAnnouncements, standing } from './published.ts';

/** The viewer's own record of each announcement; no row means: not read yet. */
const mine = ({ tenant, viewer }: Context) =>
  and(eq(record.enterpriseId, tenant.id), eq(record.announcementId, announcement.id), eq(record.userId, viewer.userId));

const isRead = (read: boolean | undefined) =>
  read === undefined ? undefined : read ? isNotNull(record.readAt) : isNull(record.readAt);

/** Announcements of the signed-in person, newest first; what they deleted is gone from their list. */
export async function pageMyRecords(
  ctx: Context,
  input: OperationInput<'POST /user/auth/announcement/user/record/page'>,
) {
  const { limit, offset } = slice(input);
  const rows = await selectAnnouncements(ctx, and(published(ctx), isNull(record.deletedAt), isRead(input.read)))
    .orderBy(desc(announcement.publishedAt), desc(announcement.id))
    .limit(limit)
    .offset(offset);
  const list = rows.map((found) => ({ ...announcementCard(found), ...standing(found) }));
  return paging(input, await countMine(ctx, input.read), list);
}

/** Spec section 7, `read/count`. */
export async function countRead(ctx: Context) {
  return { count: await countMine(ctx, true) };
}

/** Nobody has a record of each of ten thousand: what is not read is what is left of all. */
async function countMine(ctx: Context, read: boolean | undefined): Promise<number> {
  const withRecord = async (where: SQL | undefined) => {
    const [row] = await ctx.db
      .select({ n: count() })
      .from(record)
      .innerJoin(announcement, mine(ctx))
      .where(and(published(ctx), where));
    return row!.n;
  };
  if (read) return withRecord(and(isNotNull(record.readAt), isNull(record.deletedAt)));
  const readOrGone = or(isNotNull(record.deletedAt), read === false ? isNotNull(record.readAt) : undefined);
  return (await ctx.db.$count(announcement, published(ctx))) - (await withRecord(readOrGone));
}
