import { readFile } from 'node:fs/promises';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { RequestContext } from '#src/server/core/context.ts';
import { AppError, httpStatus, notFound } from '#src/server/core/app-error.ts';
import { takeTry } from '#src/server/core/rate-limit.ts';
import { enterIngest } from './ingest-limit.ts';
import { sessionOfKey } from './ingest-key.ts';
import { isStreamName, MAX_ENTRIES, readPlaylist } from './read-playlist.ts';
import { withReceivedBody } from './receive-body.ts';
import { shortenPlaylist } from './shorten-playlist.ts';
import { storePlaylist } from './store-playlist.ts';
import { storeSegment } from './store-segment.ts';
import { takesSegments } from './status.ts';

/** Largest segment: 20 s at 8 Mbit/s; and largest playlist. */
const MAX_SEGMENT_BYTES = 20 * 1024 * 1024;
const MAX_PLAYLIST_BYTES = 1024 * 1024;
/** Wrong keys from one address. */
const WRONG_KEYS = { limit: 60, seconds: 60 };

type Who = Pick<RequestContext, 'tenant' | 'now' | 'address'>;

/**
 * `PUT /live/ingest/{key}/{name}`: takes the playlist and the segments of an encoder, as `ffmpeg -f hls -method PUT` and OBS
 * send them (decision 049). Segments stay when the encoder deletes them, because viewers may go back in time. Answers
 * are plain text: 200, 404 for a wrong or revoked key and for other names, 409 outside the period of the class and while somebody broadcasts from a browser, 413 for too
 * many bytes, 422 for what is no playlist or empty, and for playlists with byte
 * ranges or keys, 429 for too many requests.
 */
export async function serveIngest(request: Request, who: Who, key: string, name: string): Promise<Response> {
  try {
    await ingest(request, who, key, name);
    return text('ok', 200);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return text(error.key, httpStatus(error.code));
  }
}

async function ingest(request: Request, { tenant, now, address }: Who, key: string, name: string): Promise<void> {
  const session = await withTenant(tenant.id, (db) => sessionOfKey(db, tenant.id, key));
  if (!session) {
    await takeTry(`live-ingest:${address}`, WRONG_KEYS);
    throw notFound();
  }
  if (!isStreamName(name)) throw notFound();
  if (!takesSegments(session, now())) throw new AppError(409, 'liveNotRunning');
  if (session.broadcastId) throw new AppError(409, 'liveOtherPublisher');
  if (request.method === 'DELETE') return;
  const leave = enterIngest(session.id);
  try {
    const isPlaylist = name.toLowerCase().endsWith('.m3u8');
    await withReceivedBody(request, isPlaylist ? MAX_PLAYLIST_BYTES : MAX_SEGMENT_BYTES, async (received) => {
      if (received.size === 0) throw new AppError(422, 'invalid');
      if (!isPlaylist) return storeSegment(session, name, received, now());
      const sent = await readFile(received.path, 'utf8');
      const playlist = readPlaylist(shortenPlaylist(sent, MAX_ENTRIES));
      if (!playlist) throw new AppError(422, 'invalid');
      if ('problem' in playlist) throw new AppError(422, playlist.problem);
      return withTenant(tenant.id, (db) => storePlaylist(db, session, playlist));
    });
  } finally {
    leave();
  }
}

const text = (body: string, status: number) =>
  new Response(body, { status, headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' } });
