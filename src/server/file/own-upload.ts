import { and, eq, like, ne } from 'drizzle-orm';
import { file } from '#src/server/core/db/schema/file.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
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
 * Takes a person's own uploads of one use away, all but one: what was replaced, and what was never put to use.
 * @returns keys of their bytes in the file store, to delete them once the transaction is through
 */
export async function forgetUploads(
  db: TenantDb,
  { enterpriseId, userId, use, except }: Omit<Upload, 'fileId'> & { except: string | null },
): Promise<string[]> {
  const gone = await db
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
  return gone.map(({ storeKey }) => storeKey);
}
