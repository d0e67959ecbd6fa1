import { and, between, count, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { liveSegment, liveSession, type LiveSession } from './tables.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { PlaylistEntry, PlaylistPart } from './read-playlist.ts';

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
 * Places of segments of one session: 9 hours of segments of 2 s. The playlist that viewers get contains all of them.
 */
export const MAX_PLACES = 16_200;

/**
 * Stores the places of segments that a playlist of the encoder names. A segment that has not arrived gets its place, too:
 * it may arrive later. Each part after a discontinuity is an epoch of its own; and if a place is already taken by another
 * name, the encoder has started again.
 * @throws AppError 413 when the session has too many
 */
export async function storePlaylist(
  db: TenantDb,
  key: Pick<LiveSession, 'enterpriseId' | 'id'>,
  parts: PlaylistPart[],
): Promise<void> {
  const session = await lockSession(db, key);
  const inSession = and(eq(liveSegment.enterpriseId, key.enterpriseId), eq(liveSegment.sessionId, key.id));
  const inits = [...new Set(parts.flatMap(({ init }) => init ?? []))];
  if (inits.length > 0)
    await db
      .update(liveSegment)
      .set({ isInit: true })
      .where(and(inSession, inArray(liveSegment.name, inits)));
  const sequences = parts.flatMap(({ entries }) => entries.map(({ sequence }) => sequence));
  if (sequences.length === 0) return;
  const inEpoch = and(inSession, eq(liveSegment.epoch, session.epoch));
  const placed = await db
    .select({ name: liveSegment.name, sequence: liveSegment.sequence })
    .from(liveSegment)
    .where(and(inEpoch, inArray(liveSegment.sequence, sequences)));
  let nameAt = new Map(placed.map(({ sequence, name }) => [sequence, name]));
  // Parts before the one that is being sent have their places, in earlier epochs.
  const current = parts.findLastIndex(({ entries }) => entries.some((each) => nameAt.get(each.sequence) === each.name));
  let { epoch } = session;
  for (const [index, { init, entries }] of parts.entries()) {
    if (index < current) continue;
    const hasStartedAgain = entries.some(({ name, sequence }) => (nameAt.get(sequence) ?? name) !== name);
    const isNext = index > Math.max(0, current);
    if (isNext || hasStartedAgain) {
      epoch += 1;
      const names = entries.map(({ name }) => name);
      // An initialisation section of its own belongs to the part; the same one stays where the earlier parts find it.
      if (init && init !== parts[index - 1]?.init && index > 0) names.push(init);
      const isNamed = inArray(liveSegment.name, names);
      // What has arrived and has no place yet comes after the discontinuity, too.
      const isLater = isNext ? or(isNamed, eq(liveSegment.isInit, false)) : isNamed;
      await db
        .update(liveSegment)
        .set({ epoch })
        .where(and(inSession, between(liveSegment.epoch, session.epoch, epoch), isNull(liveSegment.sequence), isLater));
      nameAt = new Map();
    }
    await place(
      db,
      { ...key, epoch },
      entries.filter(({ sequence }) => !nameAt.has(sequence)),
    );
    nameAt = new Map();
  }
  if (epoch !== session.epoch)
    await db
      .update(liveSession)
      .set({ epoch })
      .where(and(eq(liveSession.enterpriseId, key.enterpriseId), eq(liveSession.id, key.id)));
}

async function place(
  db: TenantDb,
  { enterpriseId, id: sessionId, epoch }: Pick<LiveSession, 'enterpriseId' | 'id' | 'epoch'>,
  entries: PlaylistEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const inSession = and(eq(liveSegment.enterpriseId, enterpriseId), eq(liveSegment.sessionId, sessionId));
  const [places] = await db
    .select({ n: count() })
    .from(liveSegment)
    .where(and(inSession, isNotNull(liveSegment.sequence)));
  if (places!.n + entries.length > MAX_PLACES) throw new AppError(413, 'tooLarge');
  await db
    .insert(liveSegment)
    .values(entries.map((entry) => ({ enterpriseId, sessionId, epoch, ...entry })))
    .onConflictDoUpdate({
      target: [liveSegment.enterpriseId, liveSegment.sessionId, liveSegment.epoch, liveSegment.name],
      set: {
        sequence: sql`coalesce(${liveSegment.sequence}, excluded.sequence)`,
        durationMs: sql`coalesce(${liveSegment.durationMs}, excluded.duration_ms)`,
      },
    });
}
