import { and, eq, lte, sql, type SQL } from 'drizzle-orm';
import { announcement, announcementReadMark as mark, announcementUserRecord as record } from './tables.ts';
import { subjectTotal } from '#src/server/community/tables/comment.ts';
import { publicFileUrl } from '#src/server/file/file-url.ts';
import type { PublicContext } from '#src/server/core/context.ts';

/** Condition for announcements of this tenant that are published by now; others are not visible to anybody. */
export function published({ tenant, now }: Pick<PublicContext, 'tenant' | 'now'>) {
  return and(
    eq(announcement.enterpriseId, tenant.id),
    eq(announcement.published, true),
    lte(announcement.publishedAt, now()),
  );
}

/**
 * Condition for announcements that the user's read mark does not cover: those published or created after it. All of them
 * without a mark.
 */
export function isAfterMark({ tenant, viewer }: Pick<PublicContext, 'tenant' | 'viewer'>): SQL<boolean> {
  const own = sql`from ${mark} where ${mark.enterpriseId} = ${tenant.id} and ${mark.userId} = ${viewer?.userId ?? tenant.id}`;
  const until = sql`coalesce(max(${mark.readUntil}), timestamptz 'epoch')`;
  // Subqueries that do not depend on the row are evaluated once, and can be conditions of an index.
  return sql<boolean>`(${announcement.publishedAt} > (select ${until} ${own})
    or ${announcement.id} >= (select portal.first_id(${until}) ${own}))`;
}

/** Selects announcements with their comment count and the user's record (read, liked). */
export function selectAnnouncements(ctx: PublicContext, where: SQL | undefined) {
  const { db, viewer } = ctx;
  return db
    .select({
      row: announcement,
      commentCount: subjectTotal.commentCount,
      read: sql<boolean>`(${record.readAt} is not null or not ${isAfterMark(ctx)})`,
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
        // Matches no record of an anonymous visitor.
        eq(record.userId, viewer?.userId ?? announcement.enterpriseId),
      ),
    )
    .where(where);
}

type Found = Awaited<ReturnType<typeof selectAnnouncements>>[number];

/** Returns the fields of an announcement in a list. */
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

/** Returns whether the user has read and liked an announcement. */
export function userState({ read, admiredAt }: Found) {
  return { read, admired: admiredAt !== null };
}

/** SQL: part of the dashboard's statement (server/home/home-query.ts): the newest announcements, and whether the viewer `v` has read them. */
export const newestAnnouncements = (max: number): string => `
  select coalesce(json_agg(json_build_object('id', id, 'title', title, 'publishedAt', published_at, 'read', read)
                           order by published_at desc, id desc), '[]') as announcements
  from (
    select a.id, a.title, a.published_at, r.read_at is not null
           or coalesce(a.published_at <= m.read_until and a.id < portal.first_id(m.read_until), false) as read
    from announcement a
    left join announcement_read_mark m on m.enterprise_id = $1 and m.user_id = v.user_id
    left join announcement_user_record r
      on r.enterprise_id = a.enterprise_id and r.announcement_id = a.id and r.user_id = v.user_id
    where a.enterprise_id = $1 and a.published and a.published_at <= v.now and r.deleted_at is null
    order by a.published_at desc, a.id desc limit ${max}
  ) a`;
