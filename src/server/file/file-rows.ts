import { and, eq, inArray, ne } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { file } from './tables.ts';

/** The row of a stored file. */
export type FileRow = typeof file.$inferInsert;

/**
 * Inserts rows of files whose bytes are in the store already: a file without a row is harmless, a row without its file is not.
 */
export async function insertFiles(db: TenantDb, rows: FileRow[]): Promise<void> {
  if (rows.length > 0) await db.insert(file).values(rows);
}

/** Inserts the row of a file unless the tenant has one with the same bytes, name and visibility. @returns the id of the one there is */
export async function insertFileOnce(db: TenantDb, row: FileRow): Promise<{ id: string; isNew: boolean }> {
  const [made] = await db.insert(file).values(row).onConflictDoNothing().returning({ id: file.id });
  if (made) return { ...made, isNew: true };
  const [found] = await db
    .select({ id: file.id })
    .from(file)
    .where(
      and(
        eq(file.enterpriseId, row.enterpriseId),
        eq(file.sha256, row.sha256),
        eq(file.visibility, row.visibility),
        eq(file.fileName, row.fileName),
      ),
    );
  return { ...found!, isNew: false };
}

/**
 * Makes files of members public, e.g. pictures that are chosen as covers.
 * @returns the ids that are public then, in the order given: of a file that is there publicly already it is that one
 */
export async function makePublic(db: TenantDb, enterpriseId: string, ids: string[]): Promise<string[]> {
  const own = (id: string) => and(eq(file.enterpriseId, enterpriseId), eq(file.id, id), ne(file.visibility, 'private'));
  const made: string[] = [];
  for (const id of ids) {
    const [row] = await db.select().from(file).where(own(id)).for('update');
    if (!row) continue;
    const [same] = await db
      .select({ id: file.id })
      .from(file)
      .where(
        and(
          ...[eq(file.enterpriseId, enterpriseId), eq(file.sha256, row.sha256), eq(file.visibility, 'public')],
          eq(file.fileName, row.fileName),
        ),
      );
    if (!same) await db.update(file).set({ visibility: 'public' }).where(own(id));
    made.push(same?.id ?? id);
  }
  return made;
}

/** Deletes rows of files. @returns their keys in the file store, to be deleted after the commit */
export async function deleteFileRows(db: TenantDb, enterpriseId: string, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const deleted = await db
    .delete(file)
    .where(and(eq(file.enterpriseId, enterpriseId), inArray(file.id, ids)))
    .returning({ storeKey: file.storeKey });
  return deleted.map(({ storeKey }) => storeKey);
}
