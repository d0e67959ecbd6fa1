import { and, eq, inArray, type SQL } from 'drizzle-orm';
import { exportRecord } from '#src/server/core/db/schema/export.ts';
import { file } from '#src/server/core/db/schema/file.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { fileStore } from '#src/server/file/store.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { writeLog } from '#src/server/core/log.ts';

type Ctx = RequestContext & { viewer: Viewer };

/**
 * Deletes one of the viewer's exports with its file; one that is being made is given up.
 * @throws AppError 404 for one that is not theirs
 */
export async function deleteExport({ tenant, viewer }: Ctx, { id }: { id: string }) {
  const gone = await forgetExports(tenant.id, and(eq(exportRecord.userId, viewer.userId), eq(exportRecord.id, id)));
  if (gone === 0) throw notFound();
  return { count: gone };
}

/** Deletes all of the viewer's exports (spec section 7, `all/delete`). */
export async function deleteAllExports({ tenant, viewer }: Ctx) {
  return { count: await forgetExports(tenant.id, eq(exportRecord.userId, viewer.userId)) };
}

/**
 * Deletes exports of a tenant, their files and, once that is certain, the bytes of these.
 * @returns how many there were
 */
export async function forgetExports(enterpriseId: string, which: SQL | undefined): Promise<number> {
  const { count, storeKeys } = await withTenant(enterpriseId, async (db) => {
    const records = await db
      .delete(exportRecord)
      .where(and(eq(exportRecord.enterpriseId, enterpriseId), which))
      .returning({ fileId: exportRecord.fileId });
    const fileIds = records.flatMap(({ fileId }) => fileId ?? []);
    if (fileIds.length === 0) return { count: records.length, storeKeys: [] };
    const files = await db
      .delete(file)
      .where(and(eq(file.enterpriseId, enterpriseId), inArray(file.id, fileIds)))
      .returning({ storeKey: file.storeKey });
    return { count: records.length, storeKeys: files.map(({ storeKey }) => storeKey) };
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
