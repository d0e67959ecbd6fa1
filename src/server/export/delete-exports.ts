import { and, eq, type SQL } from 'drizzle-orm';
import { exportRecord } from './tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { deleteFileRows } from '#src/server/file/file-rows.ts';
import { fileStore } from '#src/server/file/store.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { writeLog } from '#src/server/core/log.ts';
import { readExportNotices } from './tell-requester.ts';

type Ctx = RequestContext & { viewer: Viewer };

/**
 * Deletes one of the user's exports with its file; one that is being generated is cancelled.
 * @throws AppError 404 for another user's export
 */
export async function deleteExport({ tenant, viewer, now }: Ctx, { id }: { id: string }) {
  const deletedCount = await deleteExportsWhere(
    tenant.id,
    and(eq(exportRecord.userId, viewer.userId), eq(exportRecord.id, id)),
    now(),
  );
  if (deletedCount === 0) throw notFound();
  return { count: deletedCount };
}

/** Deletes all exports of the user. */
export async function deleteAllExports({ tenant, viewer, now }: Ctx) {
  return { count: await deleteExportsWhere(tenant.id, eq(exportRecord.userId, viewer.userId), now()) };
}

/**
 * Deletes exports of a tenant, which counts as having read the notices of them, and their file rows, and after the commit the files themselves.
 * @returns the number of deleted exports
 */
export async function deleteExportsWhere(enterpriseId: string, which: SQL | undefined, now: Date): Promise<number> {
  const { count, storeKeys } = await withTenant(enterpriseId, async (db) => {
    const records = await db
      .delete(exportRecord)
      .where(and(eq(exportRecord.enterpriseId, enterpriseId), which))
      .returning();
    await readExportNotices(db, records, now);
    const fileIds = records.flatMap(({ fileId }) => fileId ?? []);
    return { count: records.length, storeKeys: await deleteFileRows(db, enterpriseId, fileIds) };
  });
  const store = await fileStore();
  for (const storeKey of storeKeys) {
    await store
      .delete(storeKey)
      .catch((error: unknown) =>
        writeLog('warn', { msg: 'an export could not be deleted', storeKey, error: String(error) }),
      );
  }
  return count;
}
