import { and, eq } from 'drizzle-orm';
import { exportRecord } from './tables.ts';
import { privateFileUrl } from '#src/server/file/file-url.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound, AppError } from '#src/server/core/app-error.ts';
import { READY } from './export-status.ts';
import { mayExport } from './requester.ts';
import { readExportNotices } from './tell-requester.ts';

/**
 * Returns the signed URL of a generated file; its notice is read then.
 * @throws AppError 403 when the user has lost the rights for it, 404 for another user's export, 409 for one that is not ready
 */
export async function getDownloadUrl(ctx: Context, { id }: { id: string }) {
  const [record] = await ctx.db
    .select()
    .from(exportRecord)
    .where(
      and(
        eq(exportRecord.enterpriseId, ctx.tenant.id),
        eq(exportRecord.userId, ctx.viewer.userId),
        eq(exportRecord.id, id),
      ),
    );
  if (!record) throw notFound();
  if (!mayExport(ctx.viewer, record.input)) throw new AppError(403, 'notAllowed');
  if (record.exportStatus !== READY || !record.fileId) throw new AppError(409, 'exportNotReady');
  await readExportNotices(ctx.db, [record], ctx.now());
  return { url: privateFileUrl(ctx.tenant.id, record.fileId, ctx.now()), fileName: record.fileName };
}
