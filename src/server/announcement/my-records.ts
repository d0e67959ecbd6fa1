import { and, count, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import { paging, slice } from '#src/server/db/paging.ts';
import { announcement, announcementUserRecord as record } from '#src/server/db/schema/announcement.ts';
import type { Context } from '#src/server/http/context.ts';
import { announcementCard, published, selectAnnouncements, standing } from './published.ts';

/** The viewer's own record of each announcement; no row means: not read yet. */
const mine = ({ tenant, viewer }: Context) =>
  and(eq(record.enterpriseId, tenant.id), eq(record.announcementId, announcement.id), eq(record.userId, viewer.userId));

const isRead = (read: boolean | undefined) =>
  read === undefined ? undefined : read ? isNotNull(record.readAt) : isNull(record.readAt);

/** Announcements of the signed-in person, newest first; what they deleted is gone from their list. */
export async function pageMyRecords(ctx: Context, input: { pageCurrent: number; pageSize: number; read?: boolean }) {
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

/** Spec section 7, `wait/read/count`: the number on the bell. */
export async function countUnread(ctx: Context) {
  return { count: await countMine(ctx, false) };
}

async function countMine(ctx: Context, read: boolean | undefined): Promise<number> {
  const [row] = await ctx.db
    .select({ n: count() })
    .from(announcement)
    .leftJoin(record, mine(ctx))
    .where(and(published(ctx), isNull(record.deletedAt), isRead(read)));
  return row!.n;
}
