import { and, eq } from 'drizzle-orm';
import { restorableSince, type ContentKindName, type ContentState } from '#src/contract/rules/editing.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import type { ContentKind, Editing } from '#src/server/core/content-kind.ts';
import { contentItem } from './tables.ts';
import { kindOf } from './kinds.ts';

type Row = typeof contentItem.$inferSelect;
type Document = Record<string, unknown>;

/** A thing with what is stored in its own table, and what the editors know about it. */
export type EditedItem = {
  kind: ContentKind;
  name: ContentKindName;
  id: string;
  row: Row;
  /** What is stored in the table of its domain: what learners see, if it is published. */
  stored: Document;
  /** What an editor changes. */
  document: Document;
  isPublished: boolean;
  isFromPack: boolean;
  /** It can be neither hidden nor deleted. */
  stays: boolean;
  state: ContentState;
};

export const editingOf = ({ db, tenant, now }: Pick<Context, 'db' | 'tenant' | 'now'>): Editing => ({
  db,
  enterpriseId: tenant.id,
  now: now(),
});

const keyOf = (enterpriseId: string, name: ContentKindName, id: string) =>
  and(eq(contentItem.enterpriseId, enterpriseId), eq(contentItem.kind, name), eq(contentItem.id, id));

/** Reads a thing. @throws AppError 404, also when it was deleted too long ago to be restored */
export async function readItem(editing: Editing, name: ContentKindName, id: string): Promise<EditedItem> {
  const { db, enterpriseId } = editing;
  const [row] = await db
    .select()
    .from(contentItem)
    .where(keyOf(enterpriseId, name, id));
  return itemOf(editing, name, id, row);
}

/** Reads a thing and locks it until the end of the transaction, so that one editor changes it at a time. @throws AppError 404 */
export async function lockItem(editing: Editing, name: ContentKindName, id: string): Promise<EditedItem> {
  const { db, enterpriseId, now } = editing;
  // Before its row is made: an id that does not exist must not leave one.
  if (!(await kindOf(name).read(editing, id))) throw notFound();
  await db.insert(contentItem).values({ enterpriseId, kind: name, id, gmtModified: now }).onConflictDoNothing();
  const [row] = await db
    .select()
    .from(contentItem)
    .where(keyOf(enterpriseId, name, id))
    .for('update');
  return itemOf(editing, name, id, row);
}

async function itemOf(
  editing: Editing,
  name: ContentKindName,
  id: string,
  found: Row | undefined,
): Promise<EditedItem> {
  const kind = kindOf(name);
  const read = await kind.read(editing, id);
  if (!read) throw notFound();
  const row = found ?? emptyRow(editing, name, id);
  if (row.deletedAt && row.deletedAt < restorableSince(editing.now)) throw notFound();
  const { isPublished } = read;
  const isNew = !read.isFromPack && row.version === 0;
  return {
    ...{
      kind,
      name,
      id,
      row,
      stored: read.document,
      document: row.draft ? (kind.complete?.(row.draft) ?? row.draft) : read.document,
      isPublished,
    },
    isFromPack: read.isFromPack && row.takenOverAt === null,
    stays: read.stays ?? false,
    state: row.deletedAt ? 'deleted' : isPublished ? 'published' : isNew ? 'draft' : 'withdrawn',
  };
}

const emptyRow = ({ enterpriseId, now }: Editing, kind: ContentKindName, id: string): Row => ({
  ...{ enterpriseId, kind, id, revision: 0, draft: null, draftBy: null, draftAt: null, version: 0 },
  ...{
    publishAt: null,
    withdrawAt: null,
    planRestudy: false,
    plannedBy: null,
    planFailedAt: null,
    takenOverAt: null,
    deletedAt: null,
  },
  gmtModified: now,
});

/** Changes the row of a thing, and raises its revision. @returns the new revision */
export async function changeItem(
  { db, enterpriseId, now }: Editing,
  { name, id, row }: EditedItem,
  values: Partial<typeof contentItem.$inferInsert>,
): Promise<number> {
  const revision = row.revision + 1;
  await db
    .update(contentItem)
    .set({ ...values, revision, gmtModified: now })
    .where(keyOf(enterpriseId, name, id));
  return revision;
}

/** @throws AppError 409 when somebody else has changed it since; 409 when it belongs to a content pack; 404 when it is deleted */
export function requireEditable({ row, isFromPack }: EditedItem, revision?: number): void {
  if (row.deletedAt) throw notFound();
  if (isFromPack) throw new AppError(409, 'contentOfPack');
  if (revision !== undefined && row.revision !== revision) throw new AppError(409, 'contentChanged');
}
