import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { liveBroadcast, liveSession } from '../tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { writeLog } from '#src/server/core/log.ts';
import { settings } from '#src/server/core/settings.ts';
import { ffmpegPath } from '#src/server/file/ffmpeg.ts';
import { systemNow } from '#src/lib/system-clock.ts';
import { convertMp4 } from './convert-mp4.ts';
import { convertWebm } from './convert-webm.ts';
import { UnreadableError } from './fragment-buffer.ts';
import { DroppedError, LeaseLostError } from './publish-segment.ts';
import {
  type Broadcast,
  type ClassKey,
  deleteFragments,
  HEADER_FRAGMENTS,
  isBroadcast,
  nextBroadcast,
} from './read-broadcast.ts';

/** How long a process is the converter of a class unless it extends it, and how often it does. Milliseconds. */
const LEASE_MS = 10_000;
const RENEW_MS = 3_000;
/** Classes that one process converts at the same time. */
const MAX_RUNNING = 8;
/** Conversions without a segment after which a broadcast is given up. */
const MAX_FAILURES = 3;
/** How long the end of a class waits for the last segments. */
const FINISH_MS = 600_000;

const running = new Map<string, Promise<void>>();

/** Converts what has arrived of the broadcasts of a class, unless another process does. Never rejects. */
export function convertBroadcasts(key: ClassKey): Promise<void> {
  const known = running.get(key.sessionId);
  if (known) return known;
  if (running.size >= MAX_RUNNING) {
    writeLog('warn', { msg: 'too many broadcasts are converted', sessionId: key.sessionId });
    return Promise.resolve();
  }
  const work = convertAll(key)
    .catch((error: unknown) => {
      writeLog('error', { msg: 'a broadcast was not converted', sessionId: key.sessionId, error: String(error) });
    })
    .finally(() => running.delete(key.sessionId));
  running.set(key.sessionId, work);
  return work;
}

/** Waits until all broadcasts of a class that has ended are converted, by this process or another one. */
export async function finishBroadcasts(key: ClassKey): Promise<void> {
  for (const until = performance.now() + FINISH_MS; performance.now() < until;) {
    if (!(await withTenant(key.enterpriseId, (db) => nextBroadcast(db, key)))) return;
    await convertBroadcasts(key);
    await sleep(500);
  }
}

async function takeLease({ enterpriseId, sessionId }: ClassKey, converter: string): Promise<boolean> {
  const taken = await withTenant(enterpriseId, (db) =>
    db
      .update(liveSession)
      .set({ converter, converterUntil: sql`now() + ${`${LEASE_MS} milliseconds`}::interval` })
      .where(
        and(
          eq(liveSession.enterpriseId, enterpriseId),
          eq(liveSession.id, sessionId),
          or(
            isNull(liveSession.converter),
            eq(liveSession.converter, converter),
            sql`${liveSession.converterUntil} < now()`,
          ),
        ),
      )
      .returning({ id: liveSession.id }),
  );
  return taken.length > 0;
}

async function convertAll(key: ClassKey): Promise<void> {
  const converter = randomUUID();
  if (!(await takeLease(key, converter))) return;
  const stop = new AbortController();
  const renewing = setInterval(() => {
    takeLease(key, converter).then(
      (isOurs) => {
        if (!isOurs) stop.abort(new LeaseLostError());
      },
      () => undefined,
    );
  }, RENEW_MS);
  try {
    for (;;) {
      const broadcast = await withTenant(key.enterpriseId, (db) => nextBroadcast(db, key));
      if (!broadcast || (await convertOne(broadcast, converter, stop.signal)) === 'idle') return;
    }
  } catch (error) {
    if (!(error instanceof LeaseLostError)) throw error;
  } finally {
    clearInterval(renewing);
    await withTenant(key.enterpriseId, (db) =>
      db
        .update(liveSession)
        .set({ converter: null, converterUntil: null })
        .where(
          and(
            eq(liveSession.enterpriseId, key.enterpriseId),
            eq(liveSession.id, key.sessionId),
            eq(liveSession.converter, converter),
          ),
        ),
    ).catch(() => undefined);
  }
}

async function convertOne(broadcast: Broadcast, converter: string, signal: AbortSignal): Promise<'idle' | 'next'> {
  const folder = join(settings().dataDir, 'receiving', `broadcast-${randomUUID()}`);
  await mkdir(folder, { recursive: true });
  try {
    const conversion = { broadcast, converter, signal };
    const why =
      broadcast.container === 'mp4'
        ? await convertMp4(conversion, folder)
        : await convertWebm(conversion, folder, requireFfmpeg());
    if (why === 'idle') return 'idle';
    await finish(broadcast);
    return 'next';
  } catch (error) {
    if (error instanceof DroppedError) {
      await finish(broadcast);
      return 'next';
    }
    if (!(error instanceof UnreadableError)) throw error;
    await fail(broadcast, error);
    return 'next';
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function requireFfmpeg(): string {
  const path = ffmpegPath();
  if (!path) throw new UnreadableError('there is no ffmpeg');
  return path;
}

/** Everything is converted, or not wanted: the fragments go first, so that nothing is left behind. */
async function finish(broadcast: Broadcast): Promise<void> {
  await withTenant(broadcast.enterpriseId, async (db) => {
    const [row] = await db.select().from(liveBroadcast).where(isBroadcast(broadcast));
    const { resumeNumber, nextNumber } = row!;
    await deleteFragments(broadcast, 0, Math.min(HEADER_FRAGMENTS, nextNumber));
    await deleteFragments(broadcast, Math.max(HEADER_FRAGMENTS, resumeNumber), nextNumber);
    await db
      .update(liveBroadcast)
      .set({ doneAt: systemNow(), endedAt: sql`coalesce(${liveBroadcast.endedAt}, ${systemNow().toISOString()})` })
      .where(isBroadcast(broadcast));
  });
}

/** Counts a failure; a broadcast that fails again and again is given up, and its page begins a new one. */
async function fail(broadcast: Broadcast, error: UnreadableError): Promise<void> {
  const { enterpriseId, sessionId, id } = broadcast;
  writeLog('warn', { msg: 'a broadcast cannot be read', sessionId, broadcastId: id, error: error.message });
  const failures = broadcast.failures + 1;
  // Fragmented MP4 is read by the portal itself: the same bytes fail again.
  const isOver = broadcast.container === 'mp4' || failures >= MAX_FAILURES;
  await withTenant(enterpriseId, async (db) => {
    await db
      .update(liveSession)
      .set({ broadcastId: isOver ? null : id })
      .where(
        and(eq(liveSession.enterpriseId, enterpriseId), eq(liveSession.id, sessionId), eq(liveSession.broadcastId, id)),
      );
    await db
      .update(liveBroadcast)
      .set({ failures, ...(isOver && { problem: 'unreadable', endedAt: systemNow() }) })
      .where(isBroadcast(broadcast));
  });
  if (isOver) await finish(broadcast);
}
