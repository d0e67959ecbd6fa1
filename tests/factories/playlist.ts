/** A playlist as encoders send it. */
export const playlistOf = (names: string[], first = 0, init?: string) =>
  [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-TARGETDURATION:2',
    `#EXT-X-MEDIA-SEQUENCE:${first}`,
    ...(init ? [`#EXT-X-MAP:URI="${init}"`] : []),
    ...names.flatMap((name) => ['#EXTINF:2.000000,', name]),
  ].join('\n');
