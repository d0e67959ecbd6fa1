import { createHash } from 'node:crypto';
import { and, count, eq, sql } from 'drizzle-orm';
import { liveBroadcast, liveSegment, liveSession } from '../tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { lockSession, storePlaylist } from '../store-playlist.ts';
import { storeSegment } from '../store-segment.ts';
import { systemNow } from '#src/lib/system-clock.ts';
import type { Position } from './fragment-buffer.ts';
import { type Broadcast, deleteFragments, HEADER_FRAGMENTS, isBroadcast, isDropped } from './read-broadcast.ts';

/** Another process converts the class now. */
export class LeaseLostError extends Error {}
/** The broadcast is not wanted any more. */
export class DroppedError extends Error {}

/** One conversion of a broadcast by one process. */
export type Conversion = { broadcast: Broadcast; converter: string; signal: AbortSignal };

/** Runs a change under the lock of the session, if this process still converts it. @throws LeaseLostError, DroppedError */
const asConverter = <T>(
  { broadcast, converter }: Conversion,
  change: (
    db: Parameters<Parameters<typeof withTenant>[1]>[0],
    session: typeof liveSession.$inferSelect,
    row: Broadcast,
  ) => Promise<T>,
): Promise<T> =>
  withTenant(broadcast.enterpriseId, async (db) => {
    const session = await lockSession(db, { enterpriseId: broadcast.enterpriseId, id: broadcast.sessionId });
    const [row] = await db.select().from(liveBroadcast).where(isBroadcast(broadcast));
    if (session.converter !== converter) throw new LeaseLostError();
    if (isDropped(row!)) throw new DroppedError();
    return change(db, session, row!);
  });

/** Begins a new part of the stream: its segments follow those of earlier broadcasts and encoders, after a discontinuity. */
export const beginPart = (conversion: Conversion) =>
  asConverter(conversion, async (db, { enterpriseId, id, epoch }) => {
    const [segments] = await db
      .select({ n: count() })
      .from(liveSegment)
      .where(
        and(eq(liveSegment.enterpriseId, enterpriseId), eq(liveSegment.sessionId, id), eq(liveSegment.epoch, epoch)),
      );
    if (segments!.n > 0)
      await db
        .update(liveSession)
        .set({ epoch: epoch + 1 })
        .where(and(eq(liveSession.enterpriseId, enterpriseId), eq(liveSession.id, id)));
  });

type Segment = {
  name: string;
  /** Place in its part of the stream. */
  sequence: number;
  durationMs: number;
  /** Name of the initialisation section, if it needs one. */
  init: string | null;
  path: string;
  bytes: Buffer;
  /** Where a conversion goes on after it. */
  resume: Position & { ms: number };
};

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Stores an initialisation section. */
export const publishInit = ({ broadcast }: Conversion, name: string, path: string, bytes: Buffer) =>
  storeSegment(
    { enterpriseId: broadcast.enterpriseId, id: broadcast.sessionId },
    name,
    { path, size: bytes.length, sha256: sha256(bytes) },
    systemNow(),
  );

/**
 * Stores a segment and its place in the stream, as those of an encoder, and deletes the fragments that it was made of. After an
 * interruption at any point the next conversion makes the same segment, or goes on after it.
 * @throws LeaseLostError, DroppedError
 */
export async function publishSegment(conversion: Conversion, segment: Segment): Promise<void> {
  const { broadcast } = conversion;
  const { name, sequence, durationMs, init, path, bytes, resume } = segment;
  const key = { enterpriseId: broadcast.enterpriseId, id: broadcast.sessionId };
  await storeSegment(key, name, { path, size: bytes.length, sha256: sha256(bytes) }, systemNow());
  const before = await asConverter(conversion, async (db, _session, row) => {
    await storePlaylist(db, key, [{ init, entries: [{ name, sequence, durationMs }] }]);
    await db
      .update(liveBroadcast)
      .set({
        ...{ resumeNumber: resume.number, resumeOffset: resume.offset, resumeMs: resume.ms, failures: 0 },
        segmentCount: sql`${liveBroadcast.segmentCount} + 1`,
      })
      .where(isBroadcast(broadcast));
    return row.resumeNumber;
  });
  await deleteFragments(broadcast, Math.max(before, HEADER_FRAGMENTS), resume.number);
}
