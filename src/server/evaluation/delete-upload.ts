import { and, eq, isNull, lte } from 'drizzle-orm';
import { evidenceUpload } from './tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { deleteFileRows } from '#src/server/file/file-rows.ts';
import { deleteStored } from '#src/server/file/store.ts';
import { findUpload, type Upload } from './find-upload.ts';
import { lockEvaluation } from './lock-evaluation.ts';

/** Deletes an upload with its parts and its file. The rows are deleted first: a file without a row is harmless. */
export async function deleteUpload(enterpriseId: string, { id, parts, fileId }: Upload): Promise<void> {
  const keys = await withTenant(enterpriseId, async (db) => {
    await db
      .delete(evidenceUpload)
      .where(and(eq(evidenceUpload.enterpriseId, enterpriseId), eq(evidenceUpload.id, id)));
    if (fileId === null) return parts;
    return deleteFileRows(db, enterpriseId, [fileId]);
  });
  for (const key of keys) await deleteStored(key);
}

/**
 * Deletes a file of evidence of the viewer before the practical operation is submitted.
 * @throws AppError 404 for files of others; 409 once it is submitted
 */
export async function deleteEvidence(ctx: RequestContext & { viewer: Viewer }, { id }: { id: string }) {
  const { tenant, viewer } = ctx;
  const upload = await withTenant(tenant.id, async (db) => {
    const found = await findUpload(db, { enterpriseId: tenant.id, userId: viewer.userId, id }, ctx.now());
    const { row } = await lockEvaluation({ ...ctx, db }, found.evaluationId);
    if (row.state !== 'draft') throw new AppError(409, 'evaluationStep');
    return found;
  });
  await deleteUpload(tenant.id, upload);
  return { count: 1 };
}

/** Deletes the unfinished uploads of a tenant that have expired. @returns how many */
export async function deleteExpiredUploads(enterpriseId: string, now: Date): Promise<number> {
  const expired = await withTenant(enterpriseId, (db) =>
    db
      .select()
      .from(evidenceUpload)
      .where(
        and(
          eq(evidenceUpload.enterpriseId, enterpriseId),
          isNull(evidenceUpload.fileId),
          lte(evidenceUpload.expiresAt, now),
        ),
      ),
  );
  for (const upload of expired) await deleteUpload(enterpriseId, upload);
  return expired.length;
}
