import { randomUUID } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { AppError } from '#src/server/core/app-error.ts';
import { type TenantDb, withTenant } from '#src/server/core/db/tenant.ts';
import { mediaWork } from '#src/server/core/worker/pools.ts';
import { defineTask } from '#src/server/core/worker/task.ts';
import { deletePlain } from '#src/server/file/store.ts';
import { mediaFile, mediaUpload } from '../tables.ts';
import { addFile, kindOf, sameFile } from './add-file.ts';
import type { run } from './join-parts.task.ts';
import type { Joined } from './store-content.ts';

const JOIN = defineTask<typeof run>('#src/server/media/upload/join-parts.task.ts', {
  slow: 'mediaBroken',
  large: 'mediaBroken',
});
/** Time between two signs of life, and how long after the last one another process takes over; milliseconds. */
const SIGN_MS = 10_000;
export const LOST_MS = 60_000;
/** How long the result of an upload is kept for the page that began it; milliseconds. */
const RESULT_MS = 86_400_000;

type Key = { enterpriseId: string; id: string };
const at = ({ enterpriseId, id }: Key) => and(eq(mediaUpload.enterpriseId, enterpriseId), eq(mediaUpload.id, id));

/**
 * Makes a complete upload a file of the library, or refuses it with a reason. May run again at any time, also twice at once: each run
 * writes to a key of its own, which the row names; the last one counts.
 * @throws Error when it has to be tried again, e.g. while storage is full
 */
export async function finishUpload(key: Key, now: Date): Promise<void> {
  const joinKey = `${key.enterpriseId}/media/${randomUUID()}`;
  const upload = await withTenant(key.enterpriseId, async (db) => {
    const [found] = await db.select().from(mediaUpload).where(at(key)).for('update');
    const isTaken = found?.busyAt && now.getTime() - found.busyAt.getTime() < LOST_MS && found.problem === null;
    if (found?.state !== 'checking' || isTaken) return null;
    await db.update(mediaUpload).set({ joinKey, busyAt: now, problem: null }).where(at(key));
    return found;
  });
  if (!upload) return;
  if (upload.joinKey) await deletePlain([upload.joinKey]);
  const signs = setInterval(
    () =>
      void withTenant(key.enterpriseId, (db) =>
        db
          .update(mediaUpload)
          .set({ busyAt: sql`now()` })
          .where(and(at(key), eq(mediaUpload.joinKey, joinKey))),
      ).catch(() => undefined),
    SIGN_MS,
  );
  try {
    const input = { parts: upload.parts, storeKey: joinKey, fileName: upload.fileName, fileSize: upload.fileSize };
    const joined = await mediaWork.run(JOIN, input, { owner: key.enterpriseId });
    await settle(key, joined, now);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await withTenant(key.enterpriseId, (db) => refuse(db, { ...key, joinKey }, error, now));
    if (error.code === 503 || error.code === 429) throw error;
    await deletePlain([joinKey]);
  } finally {
    clearInterval(signs);
  }
  const [left] = await withTenant(key.enterpriseId, (db) => db.select().from(mediaUpload).where(at(key)));
  if (left?.joinKey !== joinKey && left?.state === 'checking') return;
  // The parts are not needed any more; their names are kept until they are gone.
  await deletePlain(upload.parts);
  await withTenant(key.enterpriseId, (db) => db.update(mediaUpload).set({ parts: [], joinKey: null }).where(at(key)));
}

/** Notes why an upload is refused, or does not go on. */
async function refuse(db: TenantDb, { joinKey, ...key }: Key & { joinKey: string }, error: AppError, now: Date) {
  const isFinal = error.code !== 503 && error.code !== 429;
  await db
    .update(mediaUpload)
    .set({
      problem: error.key,
      ...(isFinal && { state: 'refused' as const, expiresAt: new Date(now.getTime() + RESULT_MS) }),
    })
    .where(and(at(key), eq(mediaUpload.joinKey, joinKey), eq(mediaUpload.state, 'checking')));
}

/** @throws AppError 415 for a replacement of another kind */
async function settle(key: Key, { ending, ...bytes }: Joined, now: Date): Promise<void> {
  const { enterpriseId } = key;
  const kind = kindOf(ending);
  const isOurs = await withTenant(enterpriseId, async (db) => {
    const [upload] = await db.select().from(mediaUpload).where(at(key)).for('update');
    if (upload?.state !== 'checking' || upload.joinKey !== bytes.storeKey) return false;
    if (upload.replacesId !== null) {
      const [replaced] = await db
        .select({ kind: mediaFile.kind })
        .from(mediaFile)
        .where(and(eq(mediaFile.enterpriseId, enterpriseId), eq(mediaFile.fileId, upload.replacesId)));
      if (replaced?.kind !== kind) throw new AppError(415, 'mediaOtherKind');
      await db.update(mediaUpload).set({ state: 'ready', stored: bytes, joinKey: null }).where(at(key));
      return true;
    }
    const fileId = await addFile(db, upload, { ...bytes, ending }, now);
    const same = await sameFile(db, enterpriseId, bytes.sha256, fileId);
    const result = { fileId, sameAsId: same?.fileId ?? null, joinKey: null };
    await db
      .update(mediaUpload)
      .set({ ...result, state: 'done', expiresAt: new Date(now.getTime() + RESULT_MS) })
      .where(at(key));
    return true;
  });
  if (!isOurs) await deletePlain([bytes.storeKey]);
}

/** Ids of complete uploads of a tenant whose process was killed, or whose job was lost. */
export async function lostUploads(db: TenantDb, enterpriseId: string): Promise<string[]> {
  const rows = await db
    .select({ id: mediaUpload.id })
    .from(mediaUpload)
    .where(
      and(
        eq(mediaUpload.enterpriseId, enterpriseId),
        inArray(mediaUpload.state, ['checking']),
        sql`coalesce(${mediaUpload.busyAt}, ${mediaUpload.gmtCreate}) < now() - ${`${LOST_MS} milliseconds`}::interval`,
      ),
    );
  return rows.map(({ id }) => id);
}
