import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import { MEDIA_LIMITS } from '#src/contract/rules/media.ts';
import { type TenantDb, withTenant } from '#src/server/core/db/tenant.ts';
import { deleteFileRows } from '#src/server/file/file-rows.ts';
import { deleteVersions } from '#src/server/file/replace-file.ts';
import { deleteStored } from '#src/server/file/store.ts';
import { file, fileVersion } from '#src/server/file/tables.ts';
import { mediaCaption, mediaFile } from './tables.ts';
import { allowHash, isUnused } from './page-media.ts';

/** Files that are removed with one transaction. */
const BATCH = 200;

/**
 * Removes what was deleted or replaced so long ago that it is not kept any more. A deleted file that is used again is not removed.
 * @returns how many files
 */
export async function purgeMedia(enterpriseId: string, now: Date): Promise<number> {
  const until = new Date(now.getTime() - MEDIA_LIMITS.deletedDays * 86_400_000);
  let removed = 0;
  for (;;) {
    const { count, keys } = await withTenant(enterpriseId, (db) => deleteBatch(db, enterpriseId, until));
    for (const key of keys) await deleteStored(key);
    removed += count;
    if (count < BATCH) return removed;
  }
}

async function deleteBatch(db: TenantDb, enterpriseId: string, until: Date) {
  await allowHash(db);
  // Used since it was deleted, e.g. by an import: it is there again.
  await db
    .update(mediaFile)
    .set({ deletedAt: null })
    .where(
      and(
        eq(mediaFile.enterpriseId, enterpriseId),
        lte(mediaFile.deletedAt, until),
        sql`not ${isUnused(enterpriseId)}`,
      ),
    );
  const deleted = await db
    .select({ id: mediaFile.fileId, poster: mediaFile.posterFileId })
    .from(mediaFile)
    .where(and(eq(mediaFile.enterpriseId, enterpriseId), lte(mediaFile.deletedAt, until)))
    .limit(BATCH)
    .for('update');
  const ids = deleted.map(({ id }) => id);
  const former = await deleteVersions(db, enterpriseId, until);
  if (ids.length === 0) return { count: 0, keys: await unshared(db, enterpriseId, former) };
  const captions = await db
    .delete(mediaCaption)
    .where(and(eq(mediaCaption.enterpriseId, enterpriseId), inArray(mediaCaption.fileId, ids)))
    .returning({ id: mediaCaption.captionFileId });
  const versions = await db
    .select({ storeKey: fileVersion.storeKey })
    .from(fileVersion)
    .where(and(eq(fileVersion.enterpriseId, enterpriseId), inArray(fileVersion.fileId, ids)));
  await db.delete(mediaFile).where(and(eq(mediaFile.enterpriseId, enterpriseId), inArray(mediaFile.fileId, ids)));
  const all = [...ids, ...captions.map(({ id }) => id), ...deleted.flatMap(({ poster }) => poster ?? [])];
  const keys = await deleteFileRows(db, enterpriseId, all);
  return {
    count: ids.length,
    keys: await unshared(db, enterpriseId, [...former, ...keys, ...versions.map(({ storeKey }) => storeKey)]),
  };
}

/** Keys that no other row names: files of packs are stored under their hash, once for several rows. */
async function unshared(db: TenantDb, enterpriseId: string, keys: string[]): Promise<string[]> {
  if (keys.length === 0) return [];
  const used = await db
    .select({ key: file.storeKey })
    .from(file)
    .where(and(eq(file.enterpriseId, enterpriseId), inArray(file.storeKey, keys)));
  const kept = await db
    .select({ key: fileVersion.storeKey })
    .from(fileVersion)
    .where(and(eq(fileVersion.enterpriseId, enterpriseId), inArray(fileVersion.storeKey, keys)));
  const still = new Set([...used, ...kept].map(({ key }) => key));
  return [...new Set(keys)].filter((key) => !still.has(key));
}
