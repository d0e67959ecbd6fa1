import { and, count, eq, inArray, isNull, lte, not, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { announcement, announcementReadMark, announcementUserRecord as record } from './tables.ts';
import { announceChange } from '#src/server/core/db/changes.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { isAfterMark, published } from './published.ts';
import { viewWithUserState } from './view-announcement.ts';

type Mark = Partial<Pick<typeof record.$inferInsert, 'readAt' | 'deletedAt'>>;

/**
 * Returns one announcement for the user and marks it as read, unless `peek` is set. It is marked in a transaction of
 * its own, before the header of the same page counts unread announcements.
 * @throws AppError 404
 */
export async function viewMyRecord(
  ctx: Omit<Context, 'db'>,
  { id, peek }: OperationInput<'GET /user/auth/announcement/user/record/view'>,
) {
  if (!peek) await withTenant(ctx.tenant.id, (db) => mark({ ...ctx, db }, [id], { readAt: ctx.now() }));
  return withTenant(ctx.tenant.id, (db) => viewWithUserState({ ...ctx, db }, id));
}

/**
 * Marks announcements as read; unknown and unpublished ids are ignored. `count` is the number of announcements found.
 */
export async function readRecords(ctx: Context, ids: string[]) {
  return { count: (await mark(ctx, ids, { readAt: ctx.now() })).length };
}

/**
 * Marks all announcements as read that were published up to `until`; later ones have not been shown yet. Moves the user's
 * read mark, and deletes the records that it replaces. Announcements that were created after `until` with an earlier
 * date of publication are not covered by the mark, and get records.
 * @param until ISO 8601
 * @returns the number of announcements that were unread
 */
export async function readAllRecords(ctx: Context, input: { until: string }) {
  const { db, tenant, viewer } = ctx;
  const now = ctx.now();
  const until = new Date(Math.min(Date.parse(input.until), now.getTime()));
  const isListed = and(published(ctx), lte(announcement.publishedAt, until));
  const isUnread = and(isListed, isAfterMark(ctx), isNull(record.readAt), isNull(record.deletedAt));
  const [unread] = await db.select({ n: count() }).from(announcement).leftJoin(record, isMine(ctx)).where(isUnread);
  await db
    .insert(announcementReadMark)
    .values({ enterpriseId: tenant.id, userId: viewer.userId, readUntil: until })
    .onConflictDoUpdate({
      target: [announcementReadMark.enterpriseId, announcementReadMark.userId],
      set: { readUntil: sql`greatest(${announcementReadMark.readUntil}, excluded.read_until)` },
    });
  const created = await db
    .select({ id: announcement.id })
    .from(announcement)
    .leftJoin(record, isMine(ctx))
    .where(isUnread);
  await mark(
    ctx,
    created.map(({ id }) => id),
    { readAt: now },
  );
  await db.delete(record).where(
    and(
      ...[eq(record.enterpriseId, tenant.id), eq(record.userId, viewer.userId)],
      ...[isNull(record.admiredAt), isNull(record.deletedAt), isNull(record.confirmedAt), isNull(record.remindedAt)],
      inArray(
        record.announcementId,
        db
          .select({ id: announcement.id })
          .from(announcement)
          .where(
            // Who has opened what must be read is kept.
            and(eq(announcement.enterpriseId, tenant.id), eq(announcement.mustRead, false), not(isAfterMark(ctx))),
          ),
      ),
    ),
  );
  return { count: unread!.n };
}

/** Condition for the user's record of an announcement. */
const isMine = ({ tenant, viewer }: Context) =>
  and(eq(record.enterpriseId, tenant.id), eq(record.announcementId, announcement.id), eq(record.userId, viewer.userId));

/** Removes announcements from the user's list; other users' lists do not change. */
export async function deleteRecords(ctx: Context, ids: string[]) {
  return { count: (await mark(ctx, ids, { deletedAt: ctx.now() })).length };
}

/**
 * Likes an announcement, or removes the like.
 * @throws AppError 404
 */
export async function admireRecord(ctx: Context, { id }: { id: string }) {
  const now = ctx.now();
  const [announced] = await announcedIds(ctx, [id]);
  if (!announced) throw notFound();
  const [own] = await ctx.db
    .insert(record)
    .values({ enterpriseId: ctx.tenant.id, announcementId: id, userId: ctx.viewer.userId, admiredAt: now })
    .onConflictDoUpdate({
      target: [record.enterpriseId, record.announcementId, record.userId],
      set: { admiredAt: sql`case when ${record.admiredAt} is null then excluded.admired_at end` },
    })
    .returning({ admiredAt: record.admiredAt });
  // The sum is updated by a trigger. Cached pages show the old one until they are invalidated.
  const [sum] = await ctx.db
    .select({ admireCount: announcement.admireCount })
    .from(announcement)
    .where(and(eq(announcement.enterpriseId, ctx.tenant.id), eq(announcement.id, id)));
  await announceChange(ctx.db, { enterpriseId: ctx.tenant.id, tags: [`info:${id}`, 'admires:announcement'] });
  return { admired: own!.admiredAt !== null, admireCount: sum!.admireCount };
}

/**
 * Confirms having read an announcement that asks for it: once, the first time counts.
 * @throws AppError 404, also for one that does not ask
 */
export async function confirmRecord(ctx: Context, { id }: { id: string }) {
  const now = ctx.now();
  const [asked] = await ctx.db
    .select({ id: announcement.id })
    .from(announcement)
    .where(and(published(ctx), eq(announcement.id, id), eq(announcement.mustRead, true)));
  if (!asked) throw notFound();
  const [own] = await ctx.db
    .insert(record)
    .values({
      ...{ enterpriseId: ctx.tenant.id, announcementId: id, userId: ctx.viewer.userId, readAt: now, confirmedAt: now },
    })
    .onConflictDoUpdate({
      target: [record.enterpriseId, record.announcementId, record.userId],
      set: {
        readAt: sql`coalesce(${record.readAt}, excluded.read_at)`,
        confirmedAt: sql`coalesce(${record.confirmedAt}, excluded.confirmed_at)`,
      },
    })
    .returning({ confirmedAt: record.confirmedAt });
  return { confirmedAt: own!.confirmedAt! };
}

/** Sets a mark only once: the time of the first read or deletion is preserved. */
async function mark(ctx: Context, ids: string[], { readAt, deletedAt }: Mark) {
  const known = await announcedIds(ctx, ids);
  if (known.length === 0) return [];
  return ctx.db
    .insert(record)
    .values(
      known.map((announcementId) => ({
        enterpriseId: ctx.tenant.id,
        announcementId,
        userId: ctx.viewer.userId,
        readAt,
        deletedAt,
      })),
    )
    .onConflictDoUpdate({
      target: [record.enterpriseId, record.announcementId, record.userId],
      set: {
        readAt: sql`coalesce(${record.readAt}, excluded.read_at)`,
        deletedAt: sql`coalesce(${record.deletedAt}, excluded.deleted_at)`,
      },
    })
    .returning({ admiredAt: record.admiredAt });
}

async function announcedIds(ctx: Context, ids: string[]): Promise<string[]> {
  const rows = await ctx.db
    .select({ id: announcement.id })
    .from(announcement)
    .where(and(published(ctx), inArray(announcement.id, ids)));
  return rows.map(({ id }) => id);
}
