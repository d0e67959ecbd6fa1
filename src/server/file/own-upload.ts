import { and, eq } from 'drizzle-orm';
import { file } from '#src/server/db/schema/file.ts';
import type { TenantDb } from '#src/server/db/tenant.ts';
import type { PictureUse } from './encode-picture.ts';

/** Name of an uploaded picture. It tells what the picture is for; the name that a person's own disk gave it stays there. */
export const uploadName = (use: PictureUse, fileId: string) => `${use}-${fileId}.webp`;

/** Whether this very person uploaded the picture, to this tenant and for this use: a file that another call may name. */
export async function isOwnUpload(
  db: TenantDb,
  { enterpriseId, userId, fileId, use }: { enterpriseId: string; userId: string; fileId: string; use: PictureUse },
): Promise<boolean> {
  const own = and(
    eq(file.enterpriseId, enterpriseId),
    eq(file.id, fileId),
    eq(file.uploadedBy, userId),
    eq(file.fileName, uploadName(use, fileId)),
  );
  return (await db.$count(file, own)) > 0;
}
