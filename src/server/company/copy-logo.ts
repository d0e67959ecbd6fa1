import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { file } from '#src/server/file/tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { deleteUploads, isOwnUpload } from '#src/server/file/own-upload.ts';
import { deleteStored, fileStore } from '#src/server/file/store.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';

type Ctx = RequestContext & { viewer: Viewer };
/** Row of a copied logo, to be inserted for the new tenant. */
export type CopiedLogo = typeof file.$inferInsert & { id: string };

/**
 * Copies a logo that the user has uploaded at this host to the files of another tenant. The file is copied before its
 * row is inserted, because a file without a row is harmless.
 * @throws AppError 422 at field `logo` for any other file
 */
export async function copyLogo(
  { tenant, viewer, now }: Ctx,
  fileId: string,
  enterpriseId: string,
): Promise<CopiedLogo> {
  const found = await withTenant(tenant.id, async (db) => {
    const own = { enterpriseId: tenant.id, userId: viewer.userId, fileId, use: 'logo' } as const;
    if (!(await isOwnUpload(db, own))) return undefined;
    const rows = await db
      .select()
      .from(file)
      .where(and(eq(file.enterpriseId, tenant.id), eq(file.id, fileId)));
    return rows[0];
  });
  if (!found) throw new AppError(422, 'invalid', { fields: [{ field: 'logo', key: 'field.notYourPicture' }] });
  const id = randomUUID();
  const storeKey = `${enterpriseId}/uploads/${id}`;
  const store = await fileStore();
  await store.copy(found.storeKey, storeKey);
  // The file now belongs to the enterprise: with this name `deleteUploads` does not match it.
  return { ...found, id, enterpriseId, storeKey, fileName: 'logo.webp', gmtCreate: now() };
}

/** Deletes the user's logo uploads at this host, which are no longer needed. A failure is only logged. */
export async function deleteUploadedLogos(ctx: Ctx): Promise<void> {
  try {
    const own = { enterpriseId: ctx.tenant.id, userId: ctx.viewer.userId, use: 'logo', except: null } as const;
    const keys = await withTenant(ctx.tenant.id, (db) => deleteUploads(db, own));
    for (const key of keys) await deleteStored(key);
  } catch (error) {
    ctx.log('warn', 'uploaded logos could not be deleted', { error: String(error) });
  }
}
