import { and, eq } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { file } from '#src/server/file/tables.ts';
import { liveSegment, liveSession } from './tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { isSignedFor } from '#src/server/file/file-url.ts';
import { missing, send } from '#src/server/file/serve-file.ts';
import { fileStore } from '#src/server/file/store.ts';
import { isUuid } from '#src/lib/uuid.ts';
import { signedSubject, type StreamView } from './playback.ts';
import { findPoster, POSTER } from './poster.ts';
import { initOf, isOfClass, readStream, writePlaylist } from './write-playlist.ts';

/** How long a playlist is reused for all viewers. */
const PLAYLIST_MS = 1_000;
const playlists = new LRUCache<string, Promise<string | null>>({ max: 200, ttl: PLAYLIST_MS });

type Who = Pick<RequestContext, 'tenant' | 'now'>;
type Address = { sessionId: string; expires: string; signature: string; name: string };

/**
 * `GET /live/media/{session}/{expires}/{signature}/{name}`: serves the playlist that was made of what has arrived, its
 * segments, and the poster of the recording. The signature is that of the address that members get (playback.ts); a wrong one answers 404.
 */
export async function serveStream(request: Request, { tenant, now }: Who, address: Address): Promise<Response> {
  const { sessionId, expires, signature, name } = address;
  const query = new URLSearchParams({ expires, signature });
  const view = (['class', 'preview'] as StreamView[]).find((each) =>
    isSignedFor(tenant.id, signedSubject(each, sessionId), query, now()),
  );
  if (!isUuid(sessionId) || !view) return missing();
  if (name === 'index.m3u8') return sendPlaylist(tenant.id, sessionId, view);
  if (name === POSTER) return sendPoster(tenant.id, sessionId);
  const part = /^(\d{1,6})-(?:(init)|(\d{1,9}))\.(?:ts|m4s|mp4)$/.exec(name);
  if (!part) return missing();
  const found = await withTenant(tenant.id, async (db) => {
    const [session] = await db
      .select()
      .from(liveSession)
      .where(and(eq(liveSession.enterpriseId, tenant.id), eq(liveSession.id, sessionId)));
    if (!session) return null;
    const epoch = Number(part[1]);
    let fileId: string | null | undefined;
    if (part[2]) fileId = initOf(await readStream(db, session, view), epoch)?.fileId;
    else {
      const sequence = Number(part[3]);
      if (view === 'class' && !isOfClass(session, { epoch, sequence })) return null;
      const [row] = await db
        .select({ fileId: liveSegment.fileId })
        .from(liveSegment)
        .where(
          and(
            eq(liveSegment.enterpriseId, tenant.id),
            eq(liveSegment.sessionId, sessionId),
            eq(liveSegment.epoch, epoch),
            eq(liveSegment.sequence, sequence),
          ),
        );
      fileId = row?.fileId;
    }
    if (!fileId) return null;
    const [row] = await db
      .select()
      .from(file)
      .where(and(eq(file.enterpriseId, tenant.id), eq(file.id, fileId)));
    return row ?? null;
  });
  return found ? send(request, found) : missing();
}

async function sendPoster(enterpriseId: string, sessionId: string): Promise<Response> {
  const key = await withTenant(enterpriseId, async (db) => {
    const [session] = await db
      .select()
      .from(liveSession)
      .where(and(eq(liveSession.enterpriseId, enterpriseId), eq(liveSession.id, sessionId)));
    return session ? findPoster(db, session) : null;
  });
  if (!key) return missing();
  return new Response(Buffer.from(await (await fileStore()).getBytes(key)), {
    headers: { 'content-type': 'image/jpeg', 'cache-control': 'private, max-age=3600' },
  });
}

async function sendPlaylist(enterpriseId: string, sessionId: string, view: StreamView): Promise<Response> {
  const key = `${enterpriseId} ${sessionId} ${view}`;
  let making = playlists.get(key);
  if (!making) {
    making = makePlaylist(enterpriseId, sessionId, view);
    playlists.set(key, making);
    making.catch(() => playlists.delete(key));
  }
  const playlist = await making;
  if (playlist === null) return missing();
  return new Response(playlist, {
    headers: { 'content-type': 'application/vnd.apple.mpegurl', 'cache-control': 'private, no-store' },
  });
}

const makePlaylist = (enterpriseId: string, sessionId: string, view: StreamView) =>
  withTenant(enterpriseId, async (db) => {
    const [session] = await db
      .select()
      .from(liveSession)
      .where(and(eq(liveSession.enterpriseId, enterpriseId), eq(liveSession.id, sessionId)));
    if (!session || (view === 'class' && !session.openedAt)) return null;
    const isOver = session.status === 'ended';
    return writePlaylist(await readStream(db, session, view), { isOver });
  });
