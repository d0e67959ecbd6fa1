/** File names that an encoder may send. */
const NAME = /^[a-z0-9_][a-z0-9_.-]{0,99}\.(m3u8|ts|m4s|mp4|vtt)$/i;
/** Longest segment that is accepted, seconds. */
const MAX_SECONDS = 60;
/** Entries that are read, the last ones: a playlist of hours is sent again with each segment. */
const MAX_ENTRIES = 500;

export type PlaylistEntry = { name: string; sequence: number; durationMs: number };

/** Whether a file name is accepted: one plain name with an extension of HLS. */
export const isStreamName = (name: string) => NAME.test(name) && !name.includes('..');

/**
 * Reads the media playlist of an encoder: which segments there are, in which order. Its addresses are used as names only.
 * @returns null for what is no playlist; without entries for a playlist of playlists
 */
export function readPlaylist(text: string): { init: string | null; entries: PlaylistEntry[] } | null {
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  if (lines[0] !== '#EXTM3U') return null;
  let sequence = 0;
  let init: string | null = null;
  let seconds: number | null = null;
  const entries: PlaylistEntry[] = [];
  for (const line of lines) {
    const first = /^#EXT-X-MEDIA-SEQUENCE:(\d{1,9})$/.exec(line);
    const map = /^#EXT-X-MAP:.*URI="([^"]+)"/.exec(line);
    const info = /^#EXTINF:(\d{1,6}(?:\.\d+)?)/.exec(line);
    if (first) sequence = Number(first[1]);
    else if (map) init = plainName(map[1]!);
    else if (info) seconds = Number(info[1]);
    else if (line !== '' && !line.startsWith('#') && seconds !== null) {
      const name = plainName(line);
      if (name && seconds <= MAX_SECONDS) entries.push({ name, sequence, durationMs: Math.round(seconds * 1000) });
      sequence += 1;
      seconds = null;
    }
  }
  return { init, entries: entries.slice(-MAX_ENTRIES) };
}

/** The file name of an address; null if it is not accepted. */
function plainName(address: string): string | null {
  const name = address.split(/[?#]/, 1)[0]!.split('/').at(-1)!;
  return isStreamName(name) ? name : null;
}
