import { and, eq, inArray, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { announcement, announcementUserRecord as record } from '#src/server/core/db/schema/announcement.ts';
import { announceChange } from '#src/server/core/db/changes.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { published } from './published.ts';
import { viewWithStanding } from './view-announcement.ts';

type Mark = Partial<Pick<typeof record.$inferInsert, 'readAt' | 'deletedAt'>>;

/**
 * One announcement for the signed-in person; it counts as read from now on, unless they only peek. The mark is there before
 * the page around it counts what waits to be read.
 * @throws AppError 404
 */
export async function viewMyRecord(
  ctx: Omit<Context, 'db'>,
  { id, peek }: OperationInput<'GET /user/auth/announcement/user/record/view'>,
) {
  if (!peek) await withTenant(ctx.tenant.id, (db) => mark({ ...ctx, db }, [id], { readAt: ctx.now() }));
  return withTenant(ctx.tenant.id, (db) => viewWithStanding({ ...ctx, db }, id));
}

/** Marks announcements as read; ids that are not announced here are passed over. */
export async function readRecords(ctx: Context, ids: string[]) {
  return { count: (await mark(ctx, ids, { readAt: ctx.now() })).length };
}

/**
 * Marks everything as read that was announced up to a moment: what has come since then, nobody has seen.
 * @param until ISO 8601
 */
export async function readAllRecords(ctx: Context, { until }: { until: string }) {
  const { rowCount } = await ctx.db.execute(sql`
    insert into announcement_user_record as r (enterprise_id, announcement_id, user_id, read_at)
    select enterprise_id, id, ${ctx.viewer.userId}, ${ctx.now().toISOString()}
    from announcement
    where ${published(ctx)} and published_at <= ${until}
    on conflict (enterprise_id, announcement_id, user_id) do update set read_at = excluded.read_at
    where r.read_at is null and r.deleted_at is null`);
  return { count: rowCount ?? 0 };
}

/** Takes announcements off the viewer's list; nobody else's changes. */
export async function deleteRecords(ctx: Context, ids: string[]) {
  return { count: (await mark(ctx, ids, { deletedAt: ctx.now() })).length };
}

/**
 * Likes an announcement, or takes the like back.
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
  // The sum is kept by a trigger. Kept pages say the old one.
  const [sum] = await ctx.db
    .select({ admireCount: announcement.admireCount })
    .from(announcement)
    .where(and(eq(announcement.enterpriseId, ctx.tenant.id), eq(announcement.id, id)));
  await announceChange(ctx.db, { enterpriseId: ctx.tenant.id, tags: [`info:${id}`, 'admires:announcement'] });
  return { admired: own!.admiredAt !== null, admireCount: sum!.admireCount };
}

/** Sets a mark once: the first time of reading or deleting stays. */
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
