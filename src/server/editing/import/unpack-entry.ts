import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { AppError } from '#src/server/core/app-error.ts';
import { type TenantDb, withTenant } from '#src/server/core/db/tenant.ts';
import { mediaWork } from '#src/server/core/worker/pools.ts';
import { defineTask } from '#src/server/core/worker/task.ts';
import { deletePlain } from '#src/server/file/store.ts';
import { quota, usedBytes } from '#src/server/media/quota.ts';
import { mediaFolder } from '#src/server/media/tables.ts';
import { addFile, kindOf, sameFile } from '#src/server/media/upload/add-file.ts';
import type { Joined } from '#src/server/media/upload/store-content.ts';
import { courseImport, type ImportEntry, type ImportResult } from '../tables.ts';
import type { run as unpack } from './unpack-entry.task.ts';

const UNPACK = defineTask<typeof unpack>('#src/server/editing/import/unpack-entry.task.ts', {
  slow: 'mediaBroken',
  large: 'mediaBroken',
});

/** A run of an import: it writes as long as no other one has taken over. */
export type Run = { enterpriseId: string; id: string; runId: string };

/** SQL condition: this run has not been given up. */
export const isOurs = ({ enterpriseId, id, runId }: Run) =>
  and(
    ...[eq(courseImport.enterpriseId, enterpriseId), eq(courseImport.id, id)],
    ...[eq(courseImport.runId, runId), eq(courseImport.state, 'running')],
  );

type Unpacking = {
  run: Run;
  row: typeof courseImport.$inferSelect;
  archive: { storeKey: string; fileSize: number };
  entry: ImportEntry;
};

/**
 * Takes one file of an archive into the library, and notes what has become of it in the same transaction. The same content that is there
 * already is used instead.
 * @returns false when another run has taken over
 * @throws AppError 503 and 429 when it has to be tried again
 */
export async function unpackEntry({ run, row, archive, entry }: Unpacking, now: Date): Promise<boolean> {
  const { enterpriseId } = run;
  const { index, path } = entry;
  const storeKey = `${enterpriseId}/media/${randomUUID()}`;
  let unpacked: Joined | { problem: string };
  try {
    const isFull = (await withTenant(enterpriseId, (db) => usedBytes(db, enterpriseId))) >= quota();
    if (isFull) throw new AppError(409, 'mediaQuota');
    unpacked = await mediaWork.run(UNPACK, { archive, index, path, storeKey }, { owner: enterpriseId });
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 503 || error.code === 429) throw error;
    unpacked = { problem: error.key };
  }
  let isKept = false;
  try {
    return await withTenant(enterpriseId, async (db) => {
      // One at a time in an enterprise, as uploads: of two files that fit by themselves, both could be over the quota.
      await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`media quota ${enterpriseId}`}, 0))`);
      const [ours] = await db.select({ id: courseImport.id }).from(courseImport).where(isOurs(run)).for('update');
      if (!ours) return false;
      const result = 'problem' in unpacked ? { index, problem: unpacked.problem } : await take(db, unpacked);
      await db
        .update(courseImport)
        .set({ busyAt: now, results: sql`${courseImport.results} || ${JSON.stringify([result])}::jsonb` })
        .where(isOurs(run));
      return true;
    });
  } finally {
    if (!isKept) await deletePlain([storeKey]);
  }

  async function take(db: TenantDb, joined: Joined): Promise<ImportResult> {
    const same = await sameFile(db, enterpriseId, joined.sha256);
    if (same) return { index, ...same };
    if ((await usedBytes(db, enterpriseId)) + joined.fileSize > quota()) return { index, problem: 'mediaQuota' };
    const fileName = path.split('/').at(-1)!;
    const folderId = await folderOf(db);
    const fileId = await addFile(db, { enterpriseId, userId: row.userId, folderId, fileName }, joined, now);
    isKept = true;
    return { index, fileId, fileName, kind: kindOf(joined.ending) };
  }

  /** Null when somebody has deleted the folder meanwhile. */
  async function folderOf(db: TenantDb): Promise<string | null> {
    if (row.folderId === null) return null;
    const [found] = await db
      .select({ id: mediaFolder.id })
      .from(mediaFolder)
      .where(and(eq(mediaFolder.enterpriseId, enterpriseId), eq(mediaFolder.id, row.folderId)))
      .for('share');
    return found?.id ?? null;
  }
}
