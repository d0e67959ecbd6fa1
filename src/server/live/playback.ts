import { createHmac } from 'node:crypto';
import { memberFileUrl, memberSignature } from '#src/server/file/file-url.ts';
import { appSecret, settings } from '#src/server/core/settings.ts';
import { POSTER } from './poster.ts';
import type { LiveSession } from './tables.ts';

/** What a signed address of a stream gives access to: the class, or everything that arrived. */
export type StreamView = 'class' | 'preview';
export const signedSubject = (view: StreamView, sessionId: string) => `live-${view}:${sessionId}`;

/** Returns the address of the playlist; its segments are beside it, under the same signature. */
export const playlistUrl = (session: Key, view: StreamView, now: Date) => addressOf(session, view, 'index.m3u8', now);

/** Returns the address of the poster of the recording. */
export const posterUrl = (session: Key, now: Date) => addressOf(session, 'class', POSTER, now);

type Key = Pick<LiveSession, 'enterpriseId' | 'id'>;

function addressOf({ enterpriseId, id }: Key, view: StreamView, name: string, now: Date): string {
  const { expires, signature } = memberSignature(enterpriseId, signedSubject(view, id), now);
  return `/live/media/${id}/${expires}/${signature}/${name}`;
}

/** Returns the stream of a running class, the recording of an ended one, or null. */
export function playbackOf(session: LiveSession, now: Date): { kind: 'hls' | 'file'; url: string } | null {
  const { enterpriseId, status, recordingFileId, ingestBytes } = session;
  if (recordingFileId) return { kind: 'file', url: memberFileUrl(enterpriseId, recordingFileId, now) };
  if (status === 'live') return { kind: 'hls', url: elsewhere(session) ?? playlistUrl(session, 'class', now) };
  if (status === 'ended' && ingestBytes > 0) return { kind: 'hls', url: playlistUrl(session, 'class', now) };
  return null;
}

/** Address of the stream on the media server of `LIVE_PLAYBACK_URL`, with a name that cannot be guessed. */
function elsewhere({ id }: LiveSession): string | null {
  const template = settings().livePlaybackUrl;
  if (!template) return null;
  const key = createHmac('sha256', appSecret()).update(`live playback\n${id}`).digest('hex').slice(0, 32);
  return template.replaceAll('{id}', id).replaceAll('{key}', key);
}
