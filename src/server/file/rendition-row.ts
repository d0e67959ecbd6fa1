import { and, eq, sql } from 'drizzle-orm';
import { file } from './tables.ts';
import { fileRendition } from './tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/** Starts after which a file is left as it is. */
export const MAX_ATTEMPTS = 3;
const MAX_ERROR = 2_000;
/** A conversion that was sent so long ago and is not done is sent again: its process has ended. */
const LOST = sql`interval '6 hours'`;

export type RenditionKey = { enterpriseId: string; fileId: string };
type Ready = Partial<Pick<typeof fileRendition.$inferInsert, 'heights' | 'thumbnails'>> & { folder: string };

const at = ({ enterpriseId, fileId }: RenditionKey) =>
  and(eq(fileRendition.enterpriseId, enterpriseId), eq(fileRendition.fileId, fileId));

/** Marks files as being converted. @returns those that are not converted, and not on the way */
export async function claimRenditions(db: TenantDb, enterpriseId: string, fileIds: string[]): Promise<string[]> {
  if (fileIds.length === 0) return [];
  const rows = await db
    .insert(fileRendition)
    .values(fileIds.map((fileId) => ({ enterpriseId, fileId })))
    .onConflictDoUpdate({
      target: [fileRendition.enterpriseId, fileRendition.fileId],
      set: { sentAt: sql`now()` },
      setWhere: sql`${fileRendition.status} = 'pending' and ${fileRendition.sentAt} <= now() - ${LOST}`,
    })
    .returning({ fileId: fileRendition.fileId });
  return rows.map(({ fileId }) => fileId);
}

/**
 * Counts a start, before it: a file that makes the process fail is not tried for ever.
 * @returns the file; null when there is nothing to do
 */
export async function startRendition(db: TenantDb, key: RenditionKey) {
  const [started] = await db
    .update(fileRendition)
    .set({ attempts: sql`${fileRendition.attempts} + 1` })
    .where(and(at(key), eq(fileRendition.status, 'pending')))
    .returning();
  if (!started) return null;
  const [found] = await db
    .select()
    .from(file)
    .where(and(eq(file.enterpriseId, key.enterpriseId), eq(file.id, key.fileId)));
  return found ? { ...found, attempts: started.attempts } : null;
}

/** Stores that a rendition of the bytes in `storeKey` is ready. `folder`: where its files are, see `renditionKey`. @returns false if the file was replaced meanwhile */
export async function finishRendition(
  db: TenantDb,
  key: RenditionKey,
  { storeKey, ...ready }: Ready & { storeKey: string },
  now: Date,
): Promise<boolean> {
  const done = await db
    .update(fileRendition)
    .set({ ...ready, status: 'ready', error: null, readyAt: now })
    .where(and(at(key), isStill(key, storeKey)))
    .returning({ fileId: fileRendition.fileId });
  return done.length > 0;
}

/** SQL condition: the file was not replaced meanwhile. */
const isStill = ({ enterpriseId, fileId }: RenditionKey, storeKey: string) =>
  sql`exists (select from ${file} f where f.enterprise_id = ${enterpriseId} and f.id = ${fileId} and f.store_key = ${storeKey})`;

/** Stores why a conversion of a file, as `startRendition` returned it, failed. With `MAX_ATTEMPTS` starts it is not tried again. */
export async function failRendition(
  db: TenantDb,
  key: RenditionKey,
  { attempts, storeKey }: { attempts: number; storeKey: string },
  error: string,
): Promise<void> {
  await db
    .update(fileRendition)
    .set({ status: attempts >= MAX_ATTEMPTS ? 'failed' : 'pending', error: error.slice(0, MAX_ERROR) })
    .where(and(at(key), eq(fileRendition.status, 'pending'), isStill(key, storeKey)));
}
