import { createHash, randomUUID } from 'node:crypto';
import { and, eq, type SQL } from 'drizzle-orm';
import { exportRecord } from '#src/server/core/db/schema/export.ts';
import { file } from '#src/server/core/db/schema/file.ts';
import { withTenant, type TenantDb } from '#src/server/core/db/tenant.ts';
import { fileStore } from '#src/server/file/store.ts';
import { readEnterprise } from '#src/server/core/read-enterprise.ts';
import { BEING_MADE, type ExportType, FAILED, READY } from './export-status.ts';
import { type Sheet, writeSheet, XLSX } from './write-sheet.ts';

/** An export that somebody asked for, and the time zone of the tenant. */
export type AskedExport = typeof exportRecord.$inferSelect & { timeZone: string };
/** What reads the content of each type of export. */
export type ExportSheets = Record<ExportType, (db: TenantDb, asked: AskedExport) => Promise<Sheet>>;

const oneBeingMade = (enterpriseId: string, id: string) =>
  and(eq(exportRecord.enterpriseId, enterpriseId), eq(exportRecord.id, id), eq(exportRecord.exportStatus, BEING_MADE));

/**
 * Makes the file of an export. May run twice or at the same time: the first to finish wins, and one that is not asked for
 * any more is left alone. What goes wrong ends the export as failed.
 * @returns what went wrong, if anything did
 * @throws Error when not even that could be written down
 */
export async function makeExport(
  { enterpriseId, exportId }: { enterpriseId: string; exportId: string },
  sheets: ExportSheets,
  now: Date,
): Promise<unknown> {
  const which = oneBeingMade(enterpriseId, exportId);
  try {
    const sheet = await withTenant(enterpriseId, (db) => readSheet(db, which, sheets));
    if (sheet) await keep(enterpriseId, exportId, await writeSheet(sheet), now);
    return undefined;
  } catch (error) {
    await withTenant(enterpriseId, (db) =>
      db.update(exportRecord).set({ exportStatus: FAILED, finishedAt: now }).where(which),
    );
    return error;
  }
}

async function readSheet(db: TenantDb, which: SQL | undefined, sheets: ExportSheets): Promise<Sheet | null> {
  const [asked] = await db.select().from(exportRecord).where(which);
  if (!asked) return null;
  const { timeZone } = await readEnterprise(db, asked.enterpriseId);
  return sheets[asked.exportType as ExportType](db, { ...asked, timeZone });
}

/** The bytes come before the row: bytes that no row names are harmless, a row without its bytes is not. */
async function keep(enterpriseId: string, exportId: string, bytes: Buffer, now: Date): Promise<void> {
  const fileId = randomUUID();
  const storeKey = `${enterpriseId}/exports/${fileId}`;
  const store = await fileStore();
  await store.put(storeKey, bytes, { contentType: XLSX, contentLength: bytes.length });
  let kept = false;
  try {
    kept = await withTenant(enterpriseId, async (db) => {
      const [record] = await db.select().from(exportRecord).where(oneBeingMade(enterpriseId, exportId)).for('update');
      // Deleted meanwhile, or made by another run.
      if (!record) return false;
      await db.insert(file).values({
        enterpriseId,
        id: fileId,
        storeKey,
        // With the id: equal files of two people stay two, because each is its owner's alone.
        sha256: createHash('sha256').update(exportId).update(bytes).digest('hex'),
        fileName: record.fileName,
        contentType: XLSX,
        fileSize: bytes.length,
        visibility: 'private',
        uploadedBy: record.userId,
        gmtCreate: now,
      });
      const made = { fileId, fileSize: bytes.length, exportStatus: READY, finishedAt: now };
      await db.update(exportRecord).set(made).where(oneBeingMade(enterpriseId, exportId));
      return true;
    });
  } finally {
    if (!kept) await store.delete(storeKey).catch(() => undefined);
  }
}
