import { and, eq, isNotNull } from 'drizzle-orm';
import { announcement, announcementUserRecord as record } from '#src/server/db/schema/announcement.ts';
import type { PublicContext } from '#src/server/http/context.ts';
import { notFound } from '#src/server/http/refusal.ts';
import { markdownToHtml } from '#src/lib/markdown.ts';
import { announcementCard, published } from './published.ts';

/**
 * One published announcement of this tenant.
 * @throws Refusal 404, also for one that is not published yet
 */
export async function viewAnnouncement(ctx: PublicContext, { id }: { id: string }) {
  const [row] = await ctx.db
    .select()
    .from(announcement)
    .where(and(published(ctx), eq(announcement.id, id)));
  if (!row) throw notFound();
  return {
    ...announcementCard(row),
    bodyHtml: markdownToHtml(row.body),
    admireCount: await countAdmirers(ctx, id),
  };
}

/** How many people like an announcement. */
export async function countAdmirers({ db, tenant }: PublicContext, announcementId: string): Promise<number> {
  return await db.$count(
    record,
    and(eq(record.enterpriseId, tenant.id), eq(record.announcementId, announcementId), isNotNull(record.admiredAt)),
  );
}
