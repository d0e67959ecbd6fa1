import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { liveSegment, liveSession } from '#src/server/core/db/schema/live.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { PlaylistEntry } from './read-playlist.ts';
import type { LiveSession } from './read-session.ts';

/** Locks a session and returns it. Segments and playlists of an encoder may arrive at the same time. */
export async function lockSession(db: TenantDb, { enterpriseId, id }: Pick<LiveSession, 'enterpriseId' | 'id'>) {
  const [session] = await db
    .select()
    .from(liveSession)
    .where(and(eq(liveSession.enterpriseId, enterpriseId), eq(liveSession.id, id)))
    .for('update');
  return session!;
}

/**
 * Stores the places of segments that a playlist of the encoder names. A segment that has not arrived gets its place, too:
 * it may arrive later. If a place is already taken by another name, the encoder has started again.
 */
export async function storePlaylist(
  db: TenantDb,
  key: Pick<LiveSession, 'enterpriseId' | 'id'>,
  { init, entries }: { init: string | null; entries: PlaylistEntry[] },
): Promise<void> {
  const session = await lockSession(db, key);
  const inSession = and(eq(liveSegment.enterpriseId, key.enterpriseId), eq(liveSegment.sessionId, key.id));
  if (init)
    await db
      .update(liveSegment)
      .set({ isInit: true })
      .where(and(inSession, eq(liveSegment.name, init)));
  if (entries.length === 0) return;
  const inEpoch = and(inSession, eq(liveSegment.epoch, session.epoch));
  const placed = await db
    .select({ name: liveSegment.name, sequence: liveSegment.sequence })
    .from(liveSegment)
    .where(
      and(
        inEpoch,
        inArray(
          liveSegment.sequence,
          entries.map(({ sequence }) => sequence),
        ),
      ),
    );
  const nameAt = new Map(placed.map(({ sequence, name }) => [sequence, name]));
  let { epoch } = session;
  if (entries.some(({ name, sequence }) => (nameAt.get(sequence) ?? name) !== name)) {
    epoch += 1;
    const names = entries.map(({ name }) => name);
    await db
      .update(liveSegment)
      .set({ epoch })
      .where(and(inEpoch, isNull(liveSegment.sequence), inArray(liveSegment.name, names)));
    await db
      .update(liveSession)
      .set({ epoch })
      .where(and(eq(liveSession.enterpriseId, key.enterpriseId), eq(liveSession.id, key.id)));
    nameAt.clear();
  }
  const fresh = entries.filter(({ sequence }) => !nameAt.has(sequence));
  if (fresh.length === 0) return;
  await db
    .insert(liveSegment)
    .values(fresh.map((entry) => ({ enterpriseId: key.enterpriseId, sessionId: key.id, epoch, ...entry })))
    .onConflictDoUpdate({
      target: [liveSegment.enterpriseId, liveSegment.sessionId, liveSegment.epoch, liveSegment.name],
      set: {
        sequence: sql`coalesce(${liveSegment.sequence}, excluded.sequence)`,
        durationMs: sql`coalesce(${liveSegment.durationMs}, excluded.duration_ms)`,
      },
    });
}
