import { and, eq, lte, type SQL } from 'drizzle-orm';
import { announcement, announcementUserRecord as record } from '#src/server/core/db/schema/announcement.ts';
import { subjectTotal } from '#src/server/core/db/schema/community.ts';
import { publicFileUrl } from '#src/server/file/file-url.ts';
import type { PublicContext } from '#src/server/core/context.ts';

/** What this tenant has announced up to now; the rest exists for nobody. */
export function published({ tenant, now }: Pick<PublicContext, 'tenant' | 'now'>) {
  return and(
    eq(announcement.enterpriseId, tenant.id),
    eq(announcement.published, true),
    lte(announcement.publishedAt, now()),
  );
}

/** Announcements with what people did with them: all, and the viewer (no row: nothing yet). */
export function selectAnnouncements({ db, viewer }: PublicContext, where: SQL | undefined) {
  return db
    .select({
      row: announcement,
      commentCount: subjectTotal.commentCount,
      readAt: record.readAt,
      admiredAt: record.admiredAt,
    })
    .from(announcement)
    .leftJoin(
      subjectTotal,
      and(
        eq(subjectTotal.enterpriseId, announcement.enterpriseId),
        eq(subjectTotal.subjectType, 'announcement'),
        eq(subjectTotal.subjectId, announcement.id),
      ),
    )
    .leftJoin(
      record,
      and(
        eq(record.enterpriseId, announcement.enterpriseId),
        eq(record.announcementId, announcement.id),
        // Nobody's, for a visitor.
        eq(record.userId, viewer?.userId ?? announcement.enterpriseId),
      ),
    )
    .where(where);
}

type Found = Awaited<ReturnType<typeof selectAnnouncements>>[number];

/** An announcement as lists show it. */
export function announcementCard({ row, commentCount }: Found) {
  return {
    id: row.id,
    title: row.title,
    summary: row.summary,
    cover: publicFileUrl(row.coverFileId),
    author: row.author,
    publishedAt: row.publishedAt,
    admireCount: row.admireCount,
    commentCount: commentCount ?? 0,
  };
}

/** What the viewer did with it. */
export function standing({ readAt, admiredAt }: Found) {
  return { read: readAt !== null, admired: admiredAt !== null };
}
