import { sql } from 'drizzle-orm';
import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { ContentKindName } from '#src/contract/rules/editing.ts';
import type { MediaKind } from '#src/contract/rules/media.ts';
import { course } from '#src/server/course/tables.ts';
import { mediaFile } from '#src/server/media/tables.ts';
import { memberKey } from '#src/server/account/tables/member-key.ts';
import { enterpriseId, gmtCreate, gmtModified, id, moment } from '#src/server/core/db/columns.ts';
import { atLeast, oneOf } from '#src/server/core/db/constraints.ts';

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
    index('content_item_drafts')
      .on(t.enterpriseId, t.kind, t.id)
      .where(sql`draft is not null`),
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

/** A file of an archive that becomes an item of a course. */
export type ImportEntry = {
  /** Place in the directory of the archive. */
  index: number;
  path: string;
  /** Key of `errors.json`: it is left out, whatever it contains. */
  problem: string | null;
};
/** What became of an entry: a file of the library, or why not. */
export type ImportResult =
  { index: number; problem: string } | { index: number; fileId: string; fileName: string; kind: MediaKind };

/** A course that is made from a file of the library: an archive, or an outline in a document. */
export const courseImport = pgTable(
  'course_import',
  {
    enterpriseId: enterpriseId(),
    id: id(),
    userId: uuid('user_id').notNull(),
    fileId: uuid('file_id').notNull(),
    fileName: text('file_name').notNull(),
    /** Folder of the library for the files of the archive; without a foreign key, because it may be deleted meanwhile. */
    folderId: uuid('folder_id'),
    state: text('state').$type<'running' | 'done' | 'failed'>().notNull().default('running'),
    /** Key of `errors.json` that says why it failed. */
    problem: text('problem'),
    /** Files of the archive; null: not listed yet. */
    entries: jsonb('entries').$type<ImportEntry[]>(),
    /** As many as were looked at, in the order of the entries. */
    results: jsonb('results')
      .$type<ImportResult[]>()
      .notNull()
      .default(sql`'[]'`),
    courseId: uuid('course_id'),
    /** The run that writes results, and its last sign of life. */
    runId: uuid('run_id'),
    busyAt: moment('busy_at'),
    gmtCreate: gmtCreate(),
  },
  (t) => [
    primaryKey({ columns: [t.enterpriseId, t.id] }),
    foreignKey({
      columns: [t.enterpriseId, t.fileId],
      foreignColumns: [mediaFile.enterpriseId, mediaFile.fileId],
    }).onDelete('cascade'),
    foreignKey({ columns: [t.enterpriseId, t.courseId], foreignColumns: [course.enterpriseId, course.id] }),
    index('course_import_file').on(t.enterpriseId, t.fileId),
    index('course_import_running')
      .on(t.enterpriseId)
      .where(sql`${t.state} = 'running'`),
    memberKey(t.enterpriseId, t.userId),
    oneOf(t.state, ['running', 'done', 'failed']),
  ],
);
