import { boolean, foreignKey, index, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { code, enterpriseId, gmtModified, id, moment } from './columns.ts';

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
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    unique().on(t.enterpriseId, t.code),
    index().on(t.enterpriseId, t.publishedAt.desc(), t.id),
  ],
);

/** What one person did with one announcement. No row: not read yet. */
export const announcementUserRecord = pgTable(
  'announcement_user_record',
  {
    enterpriseId: enterpriseId(),
    announcementId: uuid('announcement_id').notNull(),
    userId: uuid('user_id').notNull(),
    readAt: moment('read_at'),
    admiredAt: moment('admired_at'),
    deletedAt: moment('deleted_at'),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.announcementId, t.userId] }),
    foreignKey({
      columns: [t.enterpriseId, t.announcementId],
      foreignColumns: [announcement.enterpriseId, announcement.id],
    }),
    index().on(t.enterpriseId, t.userId),
  ],
);
