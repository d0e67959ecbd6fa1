import { and, eq, lte } from 'drizzle-orm';
import { announcement } from '#src/server/db/schema/announcement.ts';
import { publicFileUrl } from '#src/server/file/file-url.ts';
import type { PublicContext } from '#src/server/http/context.ts';

/** What this tenant has announced up to now; the rest exists for nobody. */
export function published({ tenant, now }: PublicContext) {
  return and(
    eq(announcement.enterpriseId, tenant.id),
    eq(announcement.published, true),
    lte(announcement.publishedAt, now()),
  );
}

/** A row of `announcement` as lists show it. */
export function announcementCard(row: typeof announcement.$inferSelect) {
  return {
    id: row.id,
    title: row.title,
    summary: row.summary,
    cover: publicFileUrl(row.coverFileId),
    author: row.author,
    publishedAt: row.publishedAt,
  };
}
