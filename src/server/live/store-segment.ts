import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { and, eq, sql } from 'drizzle-orm';
import { liveSegment, liveSession, type LiveSession } from './tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { file } from '#src/server/file/tables.ts';
import { insertFiles } from '#src/server/file/file-rows.ts';
import { fileStore } from '#src/server/file/store.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { Received } from './receive-body.ts';
import { lockSession } from './store-playlist.ts';

/** Bytes of all segments of one session: 8 hours at 2 Mbit/s. */
export const MAX_SESSION_BYTES = 8 * 1024 ** 3;

const TYPES: Record<string, string> = {
  ts: 'video/mp2t',
  m4s: 'video/iso.segment',
  mp4: 'video/mp4',
  vtt: 'text/vtt',
};

/**
 * Stores a segment that was received: the bytes first, then their row. The same segment again changes nothing; other bytes
 * under the name of a stored segment mean that the encoder has started again.
 * @throws AppError 413 when the session has too many bytes
 */
export async function storeSegment(
  key: Pick<LiveSession, 'enterpriseId' | 'id'>,
  name: string,
  received: Received,
  now: Date,
): Promise<void> {
  const { enterpriseId, id: sessionId } = key;
  const id = randomUUID();
  const storeKey = `${enterpriseId}/live/${sessionId}/${id}`;
  const contentType = TYPES[name.split('.').at(-1)!.toLowerCase()]!;
  const store = await fileStore();
  await store.putStream(storeKey, createReadStream(received.path), {
    contentType,
    contentLength: received.size,
  });
  let stored = false;
  try {
    stored = await withTenant(enterpriseId, async (db) => {
      const session = await lockSession(db, key);
      if (session.ingestBytes + received.size > MAX_SESSION_BYTES) throw new AppError(413, 'tooLarge');
      const known = (epoch: number) =>
        db
          .select({ sha256: file.sha256 })
          .from(liveSegment)
          .innerJoin(file, and(eq(file.enterpriseId, liveSegment.enterpriseId), eq(file.id, liveSegment.fileId)))
          .where(
            and(
              eq(liveSegment.enterpriseId, enterpriseId),
              eq(liveSegment.sessionId, sessionId),
              eq(liveSegment.epoch, epoch),
              eq(liveSegment.name, name),
            ),
          );
      const [before] = await known(session.epoch);
      if (before?.sha256 === received.sha256) return false;
      const epoch = session.epoch + (before ? 1 : 0);
      await insertFiles(db, [
        {
          enterpriseId,
          id,
          storeKey,
          sha256: received.sha256,
          fileName: `${id}-${name}`,
          contentType,
          fileSize: received.size,
          visibility: 'member',
          gmtCreate: now,
        },
      ]);
      const isInit = name.endsWith('.mp4');
      await db
        .insert(liveSegment)
        .values({ enterpriseId, sessionId, epoch, name, isInit, fileId: id, arrivedAt: now })
        .onConflictDoUpdate({
          target: [liveSegment.enterpriseId, liveSegment.sessionId, liveSegment.epoch, liveSegment.name],
          set: { fileId: id, arrivedAt: now },
        });
      await db
        .update(liveSession)
        .set({ epoch, ingestBytes: sql`${liveSession.ingestBytes} + ${received.size}`, lastSegmentAt: now })
        .where(and(eq(liveSession.enterpriseId, enterpriseId), eq(liveSession.id, sessionId)));
      return true;
    });
  } finally {
    if (!stored) await store.delete(storeKey).catch(() => undefined);
  }
}
