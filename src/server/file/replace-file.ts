import { and, eq, lte } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { file, fileRendition, fileVersion } from './tables.ts';

export type FileBytes = Pick<
  typeof file.$inferSelect,
  'storeKey' | 'sha256' | 'contentType' | 'fileSize' | 'duration' | 'width' | 'height'
>;
type Rendition = NonNullable<(typeof fileVersion.$inferSelect)['rendition']>;

/**
 * Replaces the bytes of a file, whose row the caller has locked: its id stays in all places. The former bytes are kept as a version with their
 * rendition, so that those who play them go on; the new ones get a rendition of their own.
 * @param rendition of the new bytes, if there is one already
 */
export async function replaceBytes(
  db: TenantDb,
  before: typeof file.$inferSelect,
  bytes: FileBytes,
  { now, rendition = null }: { now: Date; rendition?: Rendition | null },
): Promise<void> {
  const { enterpriseId, id, version } = before;
  const own = and(eq(fileRendition.enterpriseId, enterpriseId), eq(fileRendition.fileId, id));
  const [made] = await db.delete(fileRendition).where(own).returning();
  const { storeKey, sha256, contentType, fileSize, duration, width, height } = before;
  await db.insert(fileVersion).values({
    ...{ enterpriseId, fileId: id, version, storeKey, sha256, contentType, fileSize, duration, width, height },
    rendition:
      made?.status === 'ready' && made.folder
        ? { folder: made.folder, heights: made.heights, thumbnails: made.thumbnails }
        : null,
    replacedAt: now,
  });
  await db
    .update(file)
    .set({ ...bytes, version: version + 1 })
    .where(and(eq(file.enterpriseId, enterpriseId), eq(file.id, id)));
  if (rendition)
    await db.insert(fileRendition).values({ enterpriseId, fileId: id, ...rendition, status: 'ready', readyAt: now });
}

/** Takes a former version of a file out of the kept ones, e.g. to go back to it. @returns null if there is none */
export async function takeVersion(
  db: TenantDb,
  { enterpriseId, fileId, version }: { enterpriseId: string; fileId: string; version: number },
): Promise<typeof fileVersion.$inferSelect | null> {
  const [taken] = await db
    .delete(fileVersion)
    .where(
      and(eq(fileVersion.enterpriseId, enterpriseId), eq(fileVersion.fileId, fileId), eq(fileVersion.version, version)),
    )
    .returning();
  return taken ?? null;
}

/** Deletes the rows of versions that were replaced before `until`. @returns keys in the file store, to be deleted after the commit */
export async function deleteVersions(db: TenantDb, enterpriseId: string, until: Date): Promise<string[]> {
  const deleted = await db
    .delete(fileVersion)
    .where(and(eq(fileVersion.enterpriseId, enterpriseId), lte(fileVersion.replacedAt, until)))
    .returning({ storeKey: fileVersion.storeKey });
  return deleted.map(({ storeKey }) => storeKey);
}
