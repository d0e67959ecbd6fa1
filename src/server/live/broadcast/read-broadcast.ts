import { and, asc, eq, isNull } from 'drizzle-orm';
import { setTimeout as sleep } from 'node:timers/promises';
import { liveBroadcast } from '../tables.ts';
import { type TenantDb, withTenant } from '#src/server/core/db/tenant.ts';
import { fileStore } from '#src/server/file/store.ts';
import type { Position } from './fragment-buffer.ts';

export type Broadcast = typeof liveBroadcast.$inferSelect;
/** The class of a broadcast. */
export type ClassKey = { enterpriseId: string; sessionId: string };

/** How long fragments are waited for before a conversion pauses. Milliseconds. */
const IDLE_MS = 60_000;
/** How often is looked for new fragments, which any process may receive. */
const POLL_MS = 300;
/** Fragments that may contain the header: they stay until the end. */
export const HEADER_FRAGMENTS = 4;

/** Where the bytes of a fragment are in the file store. Until they are converted they belong to no row of `file`. */
export const fragmentKey = (
  { enterpriseId, sessionId, id }: Pick<Broadcast, 'enterpriseId' | 'sessionId' | 'id'>,
  number: number,
) => `${enterpriseId}/live/${sessionId}/broadcast-${id}/${number}`;

/** Condition for one broadcast. */
export const isBroadcast = ({ enterpriseId, id }: Pick<Broadcast, 'enterpriseId' | 'id'>) =>
  and(eq(liveBroadcast.enterpriseId, enterpriseId), eq(liveBroadcast.id, id));

/** Whether what is not converted yet is not wanted: a rehearsal that has ended. Nothing of it may appear in the class. */
export const isDropped = ({ rehearsal, endedAt }: Pick<Broadcast, 'rehearsal' | 'endedAt'>) =>
  rehearsal && endedAt !== null;

/** Returns the first broadcast of a class that is not converted. */
export async function nextBroadcast(db: TenantDb, { enterpriseId, sessionId }: ClassKey): Promise<Broadcast | null> {
  const [next] = await db
    .select()
    .from(liveBroadcast)
    .where(
      and(
        eq(liveBroadcast.enterpriseId, enterpriseId),
        eq(liveBroadcast.sessionId, sessionId),
        isNull(liveBroadcast.doneAt),
      ),
    )
    .orderBy(asc(liveBroadcast.number))
    .limit(1);
  return next ?? null;
}

export type Fragment = { number: number; bytes: Buffer };
/** Why there are no more fragments: all were read; none came for a minute; they are not wanted any more. */
export type NoMore = 'end' | 'idle' | 'dropped';

/** Reads the fragments of a broadcast from one on, and waits for those that come. */
export async function* readFragments(
  broadcast: Broadcast,
  from: number,
  signal: AbortSignal,
): AsyncGenerator<Fragment, NoMore> {
  const store = await fileStore();
  let known = broadcast;
  let waited = 0;
  for (let number = from; ;) {
    signal.throwIfAborted();
    if (isDropped(known)) return 'dropped';
    if (number < known.nextNumber) {
      yield { number, bytes: Buffer.from(await store.getBytes(fragmentKey(broadcast, number))) };
      number += 1;
      waited = 0;
    } else if (known.endedAt) return 'end';
    else if (waited >= IDLE_MS) return 'idle';
    else {
      await sleep(POLL_MS, undefined, { signal });
      waited += POLL_MS;
      const [row] = await withTenant(broadcast.enterpriseId, (db) =>
        db.select().from(liveBroadcast).where(isBroadcast(broadcast)),
      );
      known = row!;
    }
  }
}

/** Reads the first fragments until `take` has found the header in them. @returns whether it has */
export async function readHeader(broadcast: Broadcast, take: (fragment: Fragment) => boolean): Promise<boolean> {
  const store = await fileStore();
  for (let number = 0; number < Math.min(HEADER_FRAGMENTS, broadcast.nextNumber); number += 1)
    if (take({ number, bytes: Buffer.from(await store.getBytes(fragmentKey(broadcast, number))) })) return true;
  return false;
}

/** Deletes fragments. Those that are gone already are no error. */
export async function deleteFragments(broadcast: Broadcast, from: number, until: number): Promise<void> {
  const store = await fileStore();
  for (let number = from; number < until; number += 1) await store.delete(fragmentKey(broadcast, number));
}

/** Where a conversion goes on. */
export const resumeOf = ({ resumeNumber, resumeOffset }: Broadcast): Position => ({
  number: resumeNumber,
  offset: resumeOffset,
});
