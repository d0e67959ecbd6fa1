import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { file } from '#src/server/core/db/schema/file.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { forgetUploads, isOwnUpload } from '#src/server/file/own-upload.ts';
import { deleteStored, fileStore } from '#src/server/file/store.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';

type Ctx = RequestContext & { viewer: Viewer };
/** Row of a copied logo, for the new tenant to insert. */
export type CopiedLogo = typeof file.$inferInsert & { id: string };

/**
 * Copies a logo that the person has uploaded at this host into the store of another tenant. The bytes come first: bytes that
 * no row names are harmless.
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
  // No longer somebody's upload but the enterprise's: another name, by which no clearing away of uploads finds it.
  return { ...found, id, enterpriseId, storeKey, fileName: 'logo.webp', gmtCreate: now() };
}

/** Takes the person's uploads away that a logo was chosen from: at this host nobody needs them. Nothing hangs on it. */
export async function forgetLogos(ctx: Ctx): Promise<void> {
  try {
    const own = { enterpriseId: ctx.tenant.id, userId: ctx.viewer.userId, use: 'logo', except: null } as const;
    const keys = await withTenant(ctx.tenant.id, (db) => forgetUploads(db, own));
    for (const key of keys) await deleteStored(key);
  } catch (error) {
    ctx.log('warn', 'uploaded logos could not be deleted', { error: String(error) });
  }
}
