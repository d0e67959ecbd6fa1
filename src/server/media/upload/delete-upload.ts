import { and, eq, lte } from 'drizzle-orm';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { deletePlain } from '#src/server/file/store.ts';
import { mediaUpload } from '../tables.ts';
import { findUpload, isUpload, type Upload } from './find-upload.ts';

/** Deletes an upload with its bytes, unless they have become a file. The row is deleted first: bytes without a row are harmless. */
export async function deleteUpload(upload: Upload): Promise<void> {
  const [deleted] = await withTenant(upload.enterpriseId, (db) =>
    db.delete(mediaUpload).where(isUpload(upload)).returning(),
  );
  // Read again: it may have been joined meanwhile.
  if (deleted) await deletePlain(bytesOf(deleted));
}

/** Keys in the file store of an upload that has not become a file. */
const bytesOf = ({ parts, joinKey, stored }: Upload): string[] =>
  [...parts, joinKey, stored?.storeKey].filter((key) => typeof key === 'string');

/** Gives up an upload of the viewer. @throws AppError 404 */
export async function cancelUpload(ctx: RequestContext & { viewer: Viewer }, id: string): Promise<void> {
  const key = { enterpriseId: ctx.tenant.id, userId: ctx.viewer.userId, id };
  await deleteUpload(await withTenant(key.enterpriseId, (db) => findUpload(db, key, ctx.now())));
}

/** Deletes the uploads of a tenant that have expired. @returns how many */
export async function deleteExpiredUploads(enterpriseId: string, now: Date): Promise<number> {
  const expired = await withTenant(enterpriseId, (db) =>
    db
      .select()
      .from(mediaUpload)
      .where(and(eq(mediaUpload.enterpriseId, enterpriseId), lte(mediaUpload.expiresAt, now)))
      .limit(1_000),
  );
  for (const upload of expired) await deleteUpload(upload);
  return expired.length;
}
