import { and, eq } from 'drizzle-orm';
import { notFound } from '#src/server/core/app-error.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { mediaUpload } from '../tables.ts';

export type Upload = typeof mediaUpload.$inferSelect;
export type UploadKey = { enterpriseId: string; userId: string; id: string };

/** SQL condition: an upload of a user. */
export const isUpload = ({ enterpriseId, userId, id }: UploadKey) =>
  and(eq(mediaUpload.enterpriseId, enterpriseId), eq(mediaUpload.id, id), eq(mediaUpload.userId, userId));

/** Returns an upload of a user. @throws AppError 404 for uploads of others, of other tenants, and expired ones */
export async function findUpload(db: TenantDb, key: UploadKey, now: Date): Promise<Upload> {
  const [found] = await db.select().from(mediaUpload).where(isUpload(key));
  if (!found || found.expiresAt <= now) throw notFound();
  return found;
}
