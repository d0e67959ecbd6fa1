import { sql } from 'drizzle-orm';
import { boolean, foreignKey, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { code, enterpriseId, gmtModified, id, moment, sort } from '#src/server/core/db/columns.ts';
import { atLeast } from '#src/server/core/db/constraints.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';
import { file } from '#src/server/file/tables.ts';
import { ruleColumns, ruleKeys } from '#src/server/organisation/tables.ts';

export const announcement = pgTable(
  'announcement',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    code: code(),
    title: text('title').notNull(),
    summary: text('summary'),
    /** Markdown. */
    body: text('body').notNull(),
    coverFileId: uuid('cover_file_id'),
    author: text('author'),
    publishedAt: moment('published_at').notNull(),
    published: boolean('published').notNull().default(true),
    /** Only for its audience (`announcement_recipient`); nobody else sees it, neither visitors. */
    restricted: boolean('restricted').notNull().default(false),
    /** Stands above all others in lists. */
    pinned: boolean('pinned').notNull().default(false),
    /** Members are asked to confirm that they have read it. */
    mustRead: boolean('must_read').notNull().default(false),
    /** Maintained by a trigger on `announcement_user_record`. */
    admireCount: integer('admire_count').notNull().default(0),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.code),
    // Covers counting and listing, without reading the rows themselves.
    index('announcement_published')
      .on(t.enterpriseId, t.publishedAt, t.id, t.restricted)
      .where(sql`published`),
    // The order of lists: pinned ones first.
    index('announcement_listed')
      .on(t.enterpriseId, t.pinned, t.publishedAt, t.id, t.restricted)
      .where(sql`published`),
    index('announcement_pictures')
      .on(t.enterpriseId, t.id)
      .where(sql`body like '%/media/%'`),
    atLeast(t.admireCount, 0),
  ],
);

/** A user's state of one announcement: read, liked, deleted. No row: not read, unless `announcement_read_mark` says so. */
export const announcementUserRecord = pgTable(
  'announcement_user_record',
  {
    enterpriseId: enterpriseId(),
    announcementId: uuid('announcement_id').notNull(),
    userId: uuid('user_id').notNull(),
    readAt: moment('read_at'),
    admiredAt: moment('admired_at'),
    deletedAt: moment('deleted_at'),
    /** When the member confirmed that they have read it. */
    confirmedAt: moment('confirmed_at'),
    /** When the member was last reminded of it. */
    remindedAt: moment('reminded_at'),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.announcementId, t.userId] }),
    foreignKey({
      columns: [t.enterpriseId, t.announcementId],
      foreignColumns: [announcement.enterpriseId, announcement.id],
    }),
    index().on(t.enterpriseId, t.userId),
    memberKey(t.enterpriseId, t.userId),
  ],
);

/**
 * Announcements that were published and created before `readUntil` count as read by this member. `announcement_user_record`
 * has rows only for later ones, and for those that the member liked or deleted.
 */
export const announcementReadMark = pgTable(
  'announcement_read_mark',
  {
    enterpriseId: enterpriseId(),
    userId: uuid('user_id').notNull(),
    readUntil: moment('read_until').notNull(),
  },
  (t) => [primaryKey({ columns: [t.enterpriseId, t.userId] }), memberKey(t.enterpriseId, t.userId)],
);

/** Attachments of an announcement. */
export const announcementAttachment = pgTable(
  'announcement_attachment',
  {
    enterpriseId: enterpriseId(),
    announcementId: uuid('announcement_id').notNull(),
    fileId: uuid('file_id').notNull(),
    sort: sort(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.announcementId, t.fileId] }),
    foreignKey({
      columns: [t.enterpriseId, t.announcementId],
      foreignColumns: [announcement.enterpriseId, announcement.id],
    }),
    foreignKey({ columns: [t.enterpriseId, t.fileId], foreignColumns: [file.enterpriseId, file.id] }),
  ],
);

/**
 * Members whom an announcement concerns, also future ones: those to whom all that a row names applies. `excluded`: whom it does not
 * concern, although another row names them.
 */
export const announcementRule = pgTable(
  'announcement_rule',
  { ...ruleColumns(), announcementId: uuid('announcement_id').notNull() },
  (t) => [
    ...ruleKeys(t),
    foreignKey({
      name: 'announcement_rule_announcement_fk',
      columns: [t.enterpriseId, t.announcementId],
      foreignColumns: [announcement.enterpriseId, announcement.id],
    }).onDelete('cascade'),
    index().on(t.enterpriseId, t.announcementId),
  ],
);

/** A member whom an announcement names: it concerns them, or they are an exception from its rules. */
export const announcementPerson = pgTable(
  'announcement_person',
  {
    enterpriseId: enterpriseId(),
    announcementId: uuid('announcement_id').notNull(),
    userId: uuid('user_id').notNull(),
    excluded: boolean('excluded').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.announcementId, t.userId] }),
    foreignKey({
      name: 'announcement_person_announcement_fk',
      columns: [t.enterpriseId, t.announcementId],
      foreignColumns: [announcement.enterpriseId, announcement.id],
    }).onDelete('cascade'),
    memberKey(t.enterpriseId, t.userId),
    index().on(t.enterpriseId, t.userId),
  ],
);

/**
 * Who is in the audience of a restricted announcement: kept equal to its rules by `portal.fill_recipients`, so that what is read by every
 * page looks into one index.
 */
export const announcementRecipient = pgTable(
  'announcement_recipient',
  {
    enterpriseId: enterpriseId(),
    announcementId: uuid('announcement_id').notNull(),
    userId: uuid('user_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.userId, t.announcementId] }),
    foreignKey({
      name: 'announcement_recipient_announcement_fk',
      columns: [t.enterpriseId, t.announcementId],
      foreignColumns: [announcement.enterpriseId, announcement.id],
    }).onDelete('cascade'),
    memberKey(t.enterpriseId, t.userId),
    index().on(t.enterpriseId, t.announcementId),
  ],
);
