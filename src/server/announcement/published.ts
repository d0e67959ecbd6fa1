import { and, desc, eq, lte, sql, type SQL } from 'drizzle-orm';
import {
  announcement,
  announcementReadMark as mark,
  announcementRecipient as recipient,
  announcementUserRecord as record,
} from './tables.ts';
import { subjectTotal } from '#src/server/community/tables/comment.ts';
import { publicFileUrl } from '#src/server/file/file-url.ts';
import type { PublicContext, Viewer } from '#src/server/core/context.ts';

/**
 * Condition for announcements of this tenant that are published by now, and that the viewer may see: those with an audience only its
 * members. Others are not visible to anybody.
 */
export function published({
  tenant,
  viewer,
  now,
}: Pick<PublicContext, 'tenant' | 'now'> & { viewer: Pick<Viewer, 'userId'> | null }) {
  return and(
    eq(announcement.enterpriseId, tenant.id),
    eq(announcement.published, true),
    lte(announcement.publishedAt, now()),
    viewer
      ? sql`(not ${announcement.restricted} or exists (
          select from ${recipient} where ${recipient.enterpriseId} = ${tenant.id} and ${recipient.userId} = ${viewer.userId}
            and ${recipient.announcementId} = ${announcement.id}))`
      : eq(announcement.restricted, false),
  );
}

/** The order of lists: pinned ones first, then the newest. */
export const LISTED = [desc(announcement.pinned), desc(announcement.publishedAt), desc(announcement.id)];

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
      confirmedAt: record.confirmedAt,
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
    pinned: row.pinned,
    admireCount: row.admireCount,
    commentCount: commentCount ?? 0,
  };
}

/** Returns whether the user has read and liked an announcement, and whether they are asked to confirm that they have read it. */
export function userState({ row, read, admiredAt, confirmedAt }: Found) {
  return { read, admired: admiredAt !== null, toConfirm: row.mustRead && confirmedAt === null, confirmedAt };
}

/**
 * SQL: part of the dashboard's statement (server/home/home-query.ts): the newest announcements, and whether the viewer `v` has read
 * them. They are chosen before records are joined, so that the index in the order of lists ends after the first few of thousands.
 */
export const newestAnnouncements = (max: number): string => `
  select coalesce(json_agg(json_build_object('id', id, 'title', title, 'publishedAt', published_at, 'read', read)
                           order by pinned desc, published_at desc, id desc), '[]') as announcements
  from (
    select a.*, r.read_at is not null
           or coalesce(a.published_at <= m.read_until and a.id < portal.first_id(m.read_until), false) as read
    from (
      select a.id, a.title, a.pinned, a.published_at
      from announcement a
      where a.enterprise_id = $1 and a.published and a.published_at <= v.now
        and not exists (select from announcement_user_record r where r.enterprise_id = $1 and r.user_id = v.user_id
          and r.announcement_id = a.id and r.deleted_at is not null)
        and (not a.restricted or exists (select from announcement_recipient t
          where t.enterprise_id = $1 and t.user_id = v.user_id and t.announcement_id = a.id))
      order by a.pinned desc, a.published_at desc, a.id desc limit ${max}
    ) a
    left join announcement_read_mark m on m.enterprise_id = $1 and m.user_id = v.user_id
    left join announcement_user_record r on r.enterprise_id = $1 and r.announcement_id = a.id and r.user_id = v.user_id
  ) a`;
