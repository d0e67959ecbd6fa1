import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import { isUuid } from '#src/lib/uuid.ts';
import { AppError, notFound } from '#src/server/core/app-error.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { type TenantDb, withTenant } from '#src/server/core/db/tenant.ts';
import { fileStore } from '#src/server/file/store.ts';
import { enterIngest } from '../ingest-limit.ts';
import { requireLed } from '../read-session.ts';
import { withReceivedBody } from '../receive-body.ts';
import { takesSegments } from '../status.ts';
import { MAX_SESSION_BYTES } from '../store-segment.ts';
import { liveBroadcast } from '../tables.ts';
import { convertBroadcasts } from './convert-broadcasts.ts';
import { type Broadcast, fragmentKey, isBroadcast } from './read-broadcast.ts';

/** Largest fragment: 20 s of what recorders write; browsers send one a second. */
const MAX_FRAGMENT_BYTES = 8 * 1024 * 1024;
/** What a file begins with: the EBML header, and `ftyp` after the size of its box. */
const MAGIC = {
  webm: (head: Buffer) => head.readUInt32BE(0) === 0x1a45dfa3,
  mp4: (head: Buffer) => head.toString('latin1', 4, 8) === 'ftyp',
};

type Who = RequestContext & { viewer: Viewer };

/**
 * `POST /gateway/course/auth/live/broadcast/fragment/{broadcast}/{number}`: the next fragment of a broadcast, as it is.
 * @throws AppError as `receiveFragment`; 300 and 301 like a call for members of an enterprise
 */
export function serveFragment(request: Request, who: RequestContext, { id, number }: { id: string; number: string }) {
  const { viewer } = who;
  if (!viewer) throw new AppError(300, 'pleaseLogIn');
  if (!viewer.enterpriseId) throw new AppError(301, 'noEnterprise');
  if (!isUuid(id) || !/^\d{1,7}$/.test(number)) throw notFound();
  return receiveFragment(request, { ...who, viewer }, { id, number: Number(number) });
}

/**
 * Stores the next fragment of a broadcast: its bytes, then its number. A fragment that was stored before, and one after a missing
 * one, change nothing: the answer says which one is expected.
 * @returns the number of the next fragment
 * @throws AppError 404, also for a broadcast of somebody else; 409 when it has ended, with the reason; 413; 422 for what is empty or
 * no beginning of a file; 429
 */
async function receiveFragment(
  request: Request,
  who: Who,
  { id, number }: { id: string; number: number },
): Promise<{ next: number }> {
  const { tenant, now } = who;
  const before = await withTenant(tenant.id, async (db) => {
    const row = await findOwn(db, who, id);
    const { session } = await requireLed({ ...who, db }, row.sessionId);
    requireGoingOn(row);
    if (!takesSegments(session, now())) throw new AppError(409, 'liveNotRunning');
    return row;
  });
  const leave = enterIngest(before.sessionId);
  try {
    return await withReceivedBody(request, MAX_FRAGMENT_BYTES, async ({ path, size }) => {
      if (number !== before.nextNumber) return { next: before.nextNumber };
      if (size === 0 || (number === 0 && !(await beginsWell(path, before.container))))
        throw new AppError(422, 'liveUnreadable');
      const content = { contentType: 'application/octet-stream', contentLength: size };
      const store = await fileStore();
      await store.putStream(fragmentKey(before, number), createReadStream(path), content);
      const next = await withTenant(tenant.id, (db) => count(db, who, { id, number, size }));
      void convertBroadcasts({ enterpriseId: tenant.id, sessionId: before.sessionId });
      return { next };
    });
  } finally {
    leave();
  }
}

/** Counts a stored fragment, unless another request was faster. */
async function count(db: TenantDb, who: Who, { id, number, size }: { id: string; number: number; size: number }) {
  const row = await findOwn(db, who, id, true);
  requireGoingOn(row);
  if (row.nextNumber !== number) return row.nextNumber;
  if (row.bytes + size > MAX_SESSION_BYTES) throw new AppError(413, 'tooLarge');
  await db
    .update(liveBroadcast)
    .set({ nextNumber: number + 1, bytes: sql`${liveBroadcast.bytes} + ${size}`, lastFragmentAt: who.now() })
    .where(isBroadcast(row));
  return number + 1;
}

async function findOwn(db: TenantDb, { tenant, viewer }: Who, id: string, isLocked = false): Promise<Broadcast> {
  const query = db
    .select()
    .from(liveBroadcast)
    .where(isBroadcast({ enterpriseId: tenant.id, id }))
    .$dynamic();
  const [row] = await (isLocked ? query.for('update') : query);
  if (row?.userId !== viewer.userId) throw notFound();
  return row;
}

function requireGoingOn({ problem, endedAt }: Broadcast): void {
  if (problem === 'takenOver') throw new AppError(409, 'liveTakenOver');
  if (problem === 'unreadable') throw new AppError(409, 'liveUnreadable');
  if (endedAt) throw new AppError(409, 'liveNotRunning');
}

async function beginsWell(path: string, container: Broadcast['container']): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(12), 0, 12, 0);
    return bytesRead >= 8 && MAGIC[container](buffer);
  } finally {
    await file.close();
  }
}
