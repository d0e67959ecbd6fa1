import { and, eq } from 'drizzle-orm';
import { evidenceUpload } from './tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { notFound } from '#src/server/core/app-error.ts';

export type Upload = typeof evidenceUpload.$inferSelect;

/**
 * Returns an upload of a user.
 * @throws AppError 404 for uploads of others, of other tenants, and expired ones
 */
export async function findUpload(
  db: TenantDb,
  { enterpriseId, userId, id }: { enterpriseId: string; userId: string; id: string },
  now: Date,
): Promise<Upload> {
  const [found] = await db
    .select()
    .from(evidenceUpload)
    .where(
      and(eq(evidenceUpload.enterpriseId, enterpriseId), eq(evidenceUpload.id, id), eq(evidenceUpload.userId, userId)),
    );
  if (!found || (found.fileId === null && found.expiresAt <= now)) throw notFound();
  return found;
}
