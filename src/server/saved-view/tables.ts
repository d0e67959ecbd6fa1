import { sql } from 'drizzle-orm';
import { boolean, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { memberKey } from '#src/server/account/tables/member-key.ts';
import { enterpriseId, gmtModified, id } from '#src/server/core/db/columns.ts';

/** Filters, order and columns of a list of the back office under a name. */
export const savedView = pgTable(
  'saved_view',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    /** Who saved it; nobody else sees it unless it is shared. */
    userId: uuid('user_id').notNull(),
    /** Path of the list (`ListPath`). */
    list: text('list').notNull(),
    name: text('name').notNull(),
    /** Query of the URL without the page. */
    query: text('query').notNull(),
    isShared: boolean('is_shared').notNull().default(false),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    uniqueIndex('saved_view_shared_name')
      .on(t.enterpriseId, t.list, t.name)
      .where(sql`${t.isShared}`),
    uniqueIndex('saved_view_own_name')
      .on(t.enterpriseId, t.userId, t.list, t.name)
      .where(sql`not ${t.isShared}`),
    memberKey(t.enterpriseId, t.userId),
  ],
);
