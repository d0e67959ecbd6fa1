import { and, eq } from 'drizzle-orm';
import { audit } from '#src/server/core/audit.ts';
import { exportRecord } from './tables.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound, AppError } from '#src/server/core/app-error.ts';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import { BEING_MADE, FAILED } from './export-status.ts';
import { countMine, stamp } from './request-export.ts';
import { mayExport } from './requester.ts';
import { readExportNotices } from './tell-requester.ts';

/**
 * Retries a failed export of the user with the same filter, as if it had been requested now.
 * @returns the record, which is being generated
 * @throws AppError 403 when the user has lost the rights for it, 404 for another user's export, 409 for one that has not failed,
 *   429 when too many are being generated
 */
export async function remakeExport(ctx: Context, { id }: { id: string }) {
  const { db, tenant, viewer } = ctx;
  const which = and(
    eq(exportRecord.enterpriseId, tenant.id),
    eq(exportRecord.userId, viewer.userId),
    eq(exportRecord.id, id),
  );
  const [failed] = await db.select().from(exportRecord).where(which).for('update');
  if (!failed) throw notFound();
  if (!mayExport(viewer, failed.input)) throw new AppError(403, 'notAllowed');
  if (failed.exportStatus !== FAILED) throw new AppError(409, 'exportNotFailed');
  const { exportType, input } = failed;
  await countMine(ctx, exportType);
  await readExportNotices(db, [failed], ctx.now());
  const [record] = await db
    .update(exportRecord)
    .set({
      exportStatus: BEING_MADE,
      gmtCreate: ctx.now(),
      finishedAt: null,
      fileName: failed.fileName.replace(/\d{8}-\d{6}(?=\.\w+$)/, stamp(ctx)),
    })
    .where(which)
    .returning();
  await sendJob(db, 'make-export', { enterpriseId: tenant.id, exportId: id });
  await audit(db, ctx, 'export.requested', { exportType, input });
  return record!;
}
