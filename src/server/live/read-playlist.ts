/** File names that an encoder may send. */
const NAME = /^[a-z0-9_][a-z0-9_.-]{0,99}\.(m3u8|ts|m4s|mp4|vtt)$/i;
/** Longest segment that is accepted, seconds. */
const MAX_SECONDS = 60;
/** Entries that are read, the last ones: a playlist of hours is sent again with each segment. */
export const MAX_ENTRIES = 500;

export type PlaylistEntry = { name: string; sequence: number; durationMs: number };
/** Segments without a discontinuity between them, and the initialisation section that they need. */
export type PlaylistPart = { init: string | null; entries: PlaylistEntry[] };
/** What no player could show of the segments that arrive here. */
export type PlaylistProblem = 'liveByteRanges' | 'liveEncrypted';

/** Whether a file name is accepted: one plain name with an extension of HLS. */
export const isStreamName = (name: string) => NAME.test(name) && !name.includes('..');

/**
 * Reads the media playlist of an encoder: which segments there are, in which order. Its addresses are used as names only. A
 * segment that is named twice counts once: its file can only be one of them.
 * @returns null for what is no playlist; no parts for a playlist of playlists
 */
export function readPlaylist(text: string): PlaylistPart[] | { problem: PlaylistProblem } | null {
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((line) => line.trim());
  if (lines[0] !== '#EXTM3U') return null;
  let sequence = 0;
  let init: string | null = null;
  let seconds: number | null = null;
  let isCut = true;
  const parts: PlaylistPart[] = [];
  const names = new Set<string>();
  for (const line of lines) {
    const first = /^#EXT-X-MEDIA-SEQUENCE:(\d{1,9})$/.exec(line);
    const map = /^#EXT-X-MAP:.*URI="([^"]+)"/.exec(line);
    const info = /^#EXTINF:(\d{1,6}(?:\.\d+)?)/.exec(line);
    if (/^#EXT-X-BYTERANGE:|^#EXT-X-MAP:.*BYTERANGE=/.test(line)) return { problem: 'liveByteRanges' };
    if (/^#EXT-X-KEY:/.test(line) && !/METHOD=NONE\b/.test(line)) return { problem: 'liveEncrypted' };
    if (line === '#EXT-X-DISCONTINUITY') isCut = true;
    else if (first) sequence = Number(first[1]);
    else if (map) init = plainName(map[1]!);
    else if (info) seconds = Number(info[1]);
    else if (line !== '' && !line.startsWith('#') && seconds !== null) {
      const name = plainName(line);
      if (name && seconds <= MAX_SECONDS && !names.has(name)) {
        names.add(name);
        if (isCut) parts.push({ init, entries: [] });
        parts.at(-1)!.entries.push({ name, sequence, durationMs: Math.round(seconds * 1000) });
        isCut = false;
      }
      sequence += 1;
      seconds = null;
    }
  }
  return lastEntries(parts);
}

function lastEntries(parts: PlaylistPart[]): PlaylistPart[] {
  let left = MAX_ENTRIES;
  const kept: PlaylistPart[] = [];
  for (const { init, entries } of parts.toReversed()) {
    if (left === 0) break;
    const last = entries.slice(-left);
    left -= last.length;
    kept.unshift({ init, entries: last });
  }
  return kept;
}

/** The file name of an address; null if it is not accepted. */
function plainName(address: string): string | null {
  const name = address.split(/[?#]/, 1)[0]!.split('/').at(-1)!;
  return isStreamName(name) ? name : null;
}
