import { and, eq } from 'drizzle-orm';
import { file } from '#src/server/db/schema/file.ts';
import type { TenantDb } from '#src/server/db/tenant.ts';
import type { PictureUse } from './encode-picture.ts';

type Upload = { enterpriseId: string; userId: string; fileId: string; use: PictureUse };

/** Name of an uploaded picture. It tells what the picture is for; the name that a person's own disk gave it stays there. */
export const uploadName = (use: PictureUse, fileId: string) => `${use}-${fileId}.webp`;

const own = ({ enterpriseId, userId, fileId, use }: Upload) =>
  and(
    eq(file.enterpriseId, enterpriseId),
    eq(file.id, fileId),
    eq(file.uploadedBy, userId),
    eq(file.fileName, uploadName(use, fileId)),
  );

/** Whether this very person uploaded the picture, to this tenant and for this use: a file that another call may name. */
export async function isOwnUpload(db: TenantDb, upload: Upload): Promise<boolean> {
  return (await db.$count(file, own(upload))) > 0;
}

/**
 * Takes a person's own upload away; any other file stays.
 * @returns the key of its bytes in the file store, to delete them once the transaction is through; null: nothing was taken
 */
export async function forgetUpload(db: TenantDb, upload: Upload): Promise<string | null> {
  const [gone] = await db.delete(file).where(own(upload)).returning({ storeKey: file.storeKey });
  return gone?.storeKey ?? null;
}
