import { sql } from 'drizzle-orm';
import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { ContentKindName } from '#src/contract/rules/editing.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';
import { enterpriseId, gmtCreate, gmtModified, moment } from '#src/server/core/db/columns.ts';
import { atLeast } from '#src/server/core/db/constraints.ts';

/**
 * What the editors of the portal know about a thing of some kind beside its own table: its draft, plans and deletion. Without a row: as
 * its content pack has left it.
 */
export const contentItem = pgTable(
  'content_item',
  {
    enterpriseId: enterpriseId(),
    kind: text('kind').$type<ContentKindName>().notNull(),
    /** Id of the thing in its own table. */
    id: uuid('id').notNull(),
    /** Rises with every change in an editor; a save names the one that it is based on. */
    revision: integer('revision').notNull().default(0),
    /** The document that is not published yet; null: there are no unpublished changes. */
    draft: jsonb('draft').$type<Record<string, unknown>>(),
    /** Who changed the draft last. */
    draftBy: uuid('draft_by'),
    draftAt: moment('draft_at'),
    /** Number of the latest version; 0: none yet. */
    version: integer('version').notNull().default(0),
    publishAt: moment('publish_at'),
    withdrawAt: moment('withdraw_at'),
    /** With the planned publication, who has completed it must study what has changed. */
    planRestudy: boolean('plan_restudy').notNull().default(false),
    /** Who planned it. */
    plannedBy: uuid('planned_by'),
    /** The last planned publication was not possible then. */
    planFailedAt: moment('plan_failed_at'),
    /** The portal has taken it over from a content pack: imports leave it. */
    takenOverAt: moment('taken_over_at'),
    deletedAt: moment('deleted_at'),
    gmtModified: gmtModified(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.kind, t.id] }),
    index('content_item_planned')
      .on(t.enterpriseId)
      .where(sql`${t.publishAt} is not null or ${t.withdrawAt} is not null`),
    atLeast(t.revision, 0),
    atLeast(t.version, 0),
    memberKey(t.enterpriseId, t.draftBy),
    memberKey(t.enterpriseId, t.plannedBy),
  ],
);

/** A document as it was published. */
export const contentVersion = pgTable(
  'content_version',
  {
    enterpriseId: enterpriseId(),
    kind: text('kind').$type<ContentKindName>().notNull(),
    itemId: uuid('item_id').notNull(),
    number: integer('number').notNull(),
    document: jsonb('document').$type<Record<string, unknown>>().notNull(),
    /** Who published it; null: a content pack. */
    userId: uuid('user_id'),
    note: text('note'),
    /** Who had completed it had to study again what this version has changed. */
    restudy: boolean('restudy').notNull().default(false),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.kind, t.itemId, t.number] }),
    foreignKey({
      columns: [t.enterpriseId, t.kind, t.itemId],
      foreignColumns: [contentItem.enterpriseId, contentItem.kind, contentItem.id],
    }).onDelete('cascade'),
    memberKey(t.enterpriseId, t.userId),
    index('content_version_restudy')
      .on(t.enterpriseId, t.itemId, t.gmtCreate)
      .where(sql`${t.restudy}`),
    atLeast(t.number, 1),
  ],
);
