import { and, asc, eq, isNotNull } from 'drizzle-orm';
import { liveSegment, type LiveSession } from './tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { StreamView } from './playback.ts';

type Segment = { epoch: number; sequence: number; durationMs: number; name: string; fileId: string | null };

/** Returns the segments of a session in the order of the stream, and its initialisation sections. */
export async function readStream(db: TenantDb, session: LiveSession, view: StreamView) {
  const inSession = and(eq(liveSegment.enterpriseId, session.enterpriseId), eq(liveSegment.sessionId, session.id));
  const rows = await db
    .select()
    .from(liveSegment)
    .where(and(inSession, isNotNull(liveSegment.sequence)))
    .orderBy(asc(liveSegment.epoch), asc(liveSegment.sequence), asc(liveSegment.id));
  const inits = await db
    .select({ epoch: liveSegment.epoch, fileId: liveSegment.fileId })
    .from(liveSegment)
    .where(and(inSession, eq(liveSegment.isInit, true), isNotNull(liveSegment.fileId)))
    .orderBy(asc(liveSegment.epoch));
  const segments = (rows as Segment[]).filter((row) => view === 'preview' || isOfClass(session, row));
  // What is missing at the end has not arrived yet; what is missing before was lost, or is late.
  const last = segments.findLastIndex(({ fileId }) => fileId !== null);
  return { segments: segments.slice(0, last + 1), inits };
}

/** Whether a place in the stream is not before the start of the class. */
export const isOfClass = (
  { startEpoch, startSequence }: Pick<LiveSession, 'startEpoch' | 'startSequence'>,
  { epoch, sequence }: { epoch: number; sequence: number },
) => epoch > startEpoch || (epoch === startEpoch && sequence >= startSequence);

type Stream = Awaited<ReturnType<typeof readStream>>;

/** The initialisation section that segments of an epoch need: that of the epoch, or the last one before it. */
export const initOf = ({ inits }: Stream, epoch: number) => inits.findLast((init) => init.epoch <= epoch);

export const nameOf = ({ epoch, sequence, name }: Segment) => `${epoch}-${sequence}.${name.split('.').at(-1)}`;

/** Seconds of a stream, without what is missing. */
export const streamSeconds = ({ segments }: Stream) =>
  Math.floor(segments.reduce((sum, { fileId, durationMs }) => sum + (fileId === null ? 0 : durationMs), 0) / 1000);

/**
 * Writes the playlist of a stream, with addresses beside it. All segments are in it, so that late joiners can go back to the
 * beginning; a missing one has a gap tag, and its number does not change when it arrives.
 */
export function writePlaylist(stream: Stream, { isOver }: { isOver: boolean }): string {
  const longest = Math.max(1, ...stream.segments.map(({ durationMs }) => Math.ceil(durationMs / 1000)));
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:8',
    `#EXT-X-TARGETDURATION:${longest}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    `#EXT-X-PLAYLIST-TYPE:${isOver ? 'VOD' : 'EVENT'}`,
  ];
  let epoch: number | undefined;
  for (const segment of stream.segments) {
    if (segment.epoch !== epoch) {
      if (epoch !== undefined) lines.push('#EXT-X-DISCONTINUITY');
      ({ epoch } = segment);
      const init = segment.name.endsWith('.ts') ? undefined : initOf(stream, epoch);
      if (init) lines.push(`#EXT-X-MAP:URI="${epoch}-init.mp4"`);
    }
    if (segment.fileId === null) lines.push('#EXT-X-GAP');
    lines.push(`#EXTINF:${(segment.durationMs / 1000).toFixed(3)},`, nameOf(segment));
  }
  if (isOver) lines.push('#EXT-X-ENDLIST');
  return `${lines.join('\n')}\n`;
}
