import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { announcement, announcementAttachment as attachment } from './tables.ts';
import { file } from '#src/server/file/tables.ts';
import { memberFileUrl, publicFileUrl } from '#src/server/file/file-url.ts';
import type { PublicContext } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { richTextToHtml } from '#src/lib/markdown.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { announcementCard, published, selectAnnouncements, userState } from './published.ts';

/**
 * Returns a published announcement of this tenant with its attachments and its neighbours in the list.
 * @throws AppError 404, also for one that is not published yet
 */
export function viewAnnouncement(ctx: PublicContext, { id }: { id: string }) {
  return viewWithUserState(ctx, id);
}

/**
 * Returns a published announcement, and whether the user has read and liked it.
 * @throws AppError 404
 */
export async function viewWithUserState(ctx: PublicContext, id: string) {
  const [found] = await selectAnnouncements(ctx, and(published(ctx), eq(announcement.id, id)));
  if (!found) throw notFound();
  return {
    ...announcementCard(found),
    ...userState(found),
    bodyHtml: richTextToHtml(found.row.body),
    attachments: await listAttachments(ctx, found.row),
    previous: await neighbour(ctx, found.row, 'newer'),
    next: await neighbour(ctx, found.row, 'older'),
  };
}

/**
 * Attachments of an announcement: public files. One that only its audience sees may have member files, too, with URLs that are signed for
 * whoever sees it.
 */
async function listAttachments(
  { db, tenant, now }: PublicContext,
  { id: announcementId, restricted }: Pick<typeof announcement.$inferSelect, 'id' | 'restricted'>,
) {
  const rows = await db
    .select({
      id: file.id,
      visibility: file.visibility,
      fileName: file.fileName,
      fileSize: file.fileSize,
      contentType: file.contentType,
    })
    .from(attachment)
    .innerJoin(file, and(eq(file.enterpriseId, attachment.enterpriseId), eq(file.id, attachment.fileId)))
    .where(
      and(
        eq(attachment.enterpriseId, tenant.id),
        eq(attachment.announcementId, announcementId),
        inArray(file.visibility, restricted ? ['public', 'member'] : ['public']),
      ),
    )
    .orderBy(asc(attachment.sort), asc(file.fileName))
    .limit(MAX_ITEMS.attachments);
  return rows.map(({ id, visibility, ...facts }) => ({
    ...facts,
    url: visibility === 'public' ? publicFileUrl(id) : memberFileUrl(tenant.id, id, now()),
  }));
}

async function neighbour(
  ctx: PublicContext,
  { publishedAt, id }: { publishedAt: Date; id: string },
  side: 'newer' | 'older',
) {
  const key = sql`(${announcement.publishedAt}, ${announcement.id})`;
  const here = sql`(${publishedAt.toISOString()}::timestamptz, ${id}::uuid)`;
  const order = side === 'newer' ? asc : desc;
  const [found] = await ctx.db
    .select({ id: announcement.id, title: announcement.title })
    .from(announcement)
    .where(and(published(ctx), side === 'newer' ? sql`${key} > ${here}` : sql`${key} < ${here}`))
    .orderBy(order(announcement.publishedAt), order(announcement.id))
    .limit(1);
  return found ?? null;
}
