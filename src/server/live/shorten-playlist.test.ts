import { describe, expect, it } from 'vitest';
import { readPlaylist, type PlaylistPart } from './read-playlist.ts';
import { shortenPlaylist } from './shorten-playlist.ts';

/** A playlist of `count` segments, as encoders send it. */
const playlist = (count: number, between: Record<number, string> = {}) =>
  [
    '#EXTM3U',
    '#EXT-X-TARGETDURATION:2',
    '#EXT-X-MEDIA-SEQUENCE:7',
    '#EXT-X-MAP:URI="init.mp4"',
    ...Array.from({ length: count }, (_, n) => [
      ...(between[n] ? [between[n]] : []),
      '#EXTINF:2.0,',
      `s${n}.m4s`,
    ]).flat(),
  ].join('\r\n');

function partsOf(text: string): PlaylistPart[] {
  const parts = readPlaylist(text);
  if (!Array.isArray(parts)) throw new Error(`no playlist: ${JSON.stringify(parts)}`);
  return parts;
}

describe('shortenPlaylist', () => {
  it('leaves a playlist that is not longer as it is', () => {
    expect(shortenPlaylist(playlist(5), 5)).toBe(playlist(5));
    expect(shortenPlaylist('no playlist', 5)).toBe('no playlist');
    expect(shortenPlaylist('#EXTM3U\na\nb\nc', 1).split('\n')).toEqual(['#EXTM3U', '#EXT-X-MEDIA-SEQUENCE:2', 'c']);
  });

  it.each([6, 500, 60_000])('keeps the last segments of %i with their numbers and what applies to them', (count) => {
    const short = shortenPlaylist(playlist(count), 5);
    expect(short.split('\n').length).toBeLessThan(20);
    expect(readPlaylist(short)).toEqual([
      { init: 'init.mp4', entries: partsOf(playlist(count)).at(-1)!.entries.slice(-5) },
    ]);
    expect(partsOf(short).at(-1)!.entries.at(-1)!.sequence).toBe(count + 6);
  });

  it('keeps the last initialisation section of the segments that it drops, and the tags of the first one that it keeps', () => {
    const short = shortenPlaylist(playlist(10, { 3: '#EXT-X-MAP:URI="other.mp4"', 8: '#EXT-X-DISCONTINUITY' }), 2);
    expect(readPlaylist(short)).toMatchObject([{ init: 'other.mp4', entries: [{ sequence: 15 }, { sequence: 16 }] }]);
    expect(short).toContain('#EXT-X-DISCONTINUITY\r\n#EXTINF:2.0,\r\ns8.m4s');
  });
});
