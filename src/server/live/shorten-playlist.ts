/**
 * Shortens the playlist of an encoder to its last segments: one of hours is sent again with each segment, and only the end is
 * new. Tags that still apply to them are kept; the number of the first one is counted on. Works on offsets, because a list of all
 * lines of a day takes longer than everything else.
 * @param most segments that are kept
 */
export function shortenPlaylist(text: string, most: number): string {
  const ends = segmentEnds(text);
  const dropped = ends.length - most;
  if (dropped <= 0) return text;
  // What stands between two segments belongs to the second one.
  const cut = ends[dropped - 1]!;
  const info = text.indexOf('#EXTINF');
  const first = lineStart(text, ends[0]! - 1);
  const head = text.slice(0, info < 0 ? first : Math.min(info, first));
  const between = text.slice(head.length, cut);
  const sequence = /^[ \t]*#EXT-X-MEDIA-SEQUENCE:(\d{1,9})[ \t]*\r?$/m.exec(head);
  return [
    head.replace(/^[ \t]*#EXT-X-MEDIA-SEQUENCE:.*$/gm, '').trimEnd(),
    `#EXT-X-MEDIA-SEQUENCE:${Number(sequence?.[1] ?? 0) + dropped}`,
    ...['#EXT-X-MAP:', '#EXT-X-KEY:'].flatMap((tag) => lastLine(between, tag) ?? []),
    text.slice(cut),
  ].join('\n');
}

/** Offsets behind the lines that name segments. */
function segmentEnds(text: string): number[] {
  const ends: number[] = [];
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline + 1;
    let at = start;
    while (at < end && text.charCodeAt(at) <= SPACE) at += 1;
    if (at < end && text[at] !== '#') ends.push(end);
    start = end;
  }
  return ends;
}

/** The space, after which printable characters begin. */
const SPACE = 0x20;

const lineStart = (text: string, at: number) => text.lastIndexOf('\n', at - 1) + 1;

/** The last line that begins with a tag. */
function lastLine(text: string, tag: string): string | undefined {
  const at = text.lastIndexOf(tag);
  return at < 0 ? undefined : text.slice(at).split('\n', 1)[0]!.trim();
}
