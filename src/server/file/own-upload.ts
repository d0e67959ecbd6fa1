import { and, eq, like, ne } from 'drizzle-orm';
import { file } from './tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { PictureUse } from './encode-picture.ts';

type Upload = { enterpriseId: string; userId: string; fileId: string; use: PictureUse };

/** Returns the stored name of an uploaded picture. It contains the use; the original file name is not stored. */
export const uploadName = (use: PictureUse, fileId: string) => `${use}-${fileId}.webp`;

const own = ({ enterpriseId, userId, fileId, use }: Upload) =>
  and(
    eq(file.enterpriseId, enterpriseId),
    eq(file.id, fileId),
    eq(file.uploadedBy, userId),
    eq(file.fileName, uploadName(use, fileId)),
  );

/** Whether this user uploaded the picture to this tenant for this use. */
export async function isOwnUpload(db: TenantDb, upload: Upload): Promise<boolean> {
  return (await db.$count(file, own(upload))) > 0;
}

/**
 * Deletes the rows of a user's uploads of one use, except one: replaced and unused pictures.
 * @returns their keys in the file store, to be deleted after the commit
 */
export async function deleteUploads(
  db: TenantDb,
  { enterpriseId, userId, use, except }: Omit<Upload, 'fileId'> & { except: string | null },
): Promise<string[]> {
  const deleted = await db
    .delete(file)
    .where(
      and(
        eq(file.enterpriseId, enterpriseId),
        eq(file.uploadedBy, userId),
        like(file.fileName, `${use}-%`),
        except ? ne(file.id, except) : undefined,
      ),
    )
    .returning({ storeKey: file.storeKey });
  return deleted.map(({ storeKey }) => storeKey);
}
