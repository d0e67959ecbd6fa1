import { FragmentBuffer, UnreadableError, type Position } from './fragment-buffer.ts';

/** A segment is as long as this, unless the recorder writes longer fragments. */
const LEAST_MS = 1_500;
/** Largest box: a fragment of a minute, which no recorder writes. */
const MAX_BOX = 32 * 1024 * 1024;

type Track = { timescale: number; defaultDuration: number };
/** `next`: where the next segment begins. */
export type Mp4Segment = { bytes: Buffer; durationMs: number; next: Position };

/**
 * Cuts fragmented MP4, as recorders of browsers write it, into an initialisation section (`ftyp`, `moov`) and HLS segments: whole
 * fragments (`moof`, `mdat`), which begin at key frames.
 */
export class Mp4Segments {
  /** Null until it has arrived. */
  init: Buffer | null = null;
  readonly #buffer = new FragmentBuffer();
  readonly #tracks = new Map<number, Track>();
  #ftyp: Buffer | null = null;
  #moof: { bytes: Buffer; durationMs: number } | null = null;
  #parts: Buffer[] = [];
  #durationMs = 0;

  /**
   * Reads the next bytes.
   * @param offset place of the first byte in its fragment
   * @returns the segments that are complete now
   * @throws UnreadableError
   */
  push(number: number, bytes: Buffer, offset = 0): Mp4Segment[] {
    this.#buffer.append(number, bytes, offset);
    const made: Mp4Segment[] = [];
    try {
      for (let box = this.#nextBox(); box; box = this.#nextBox()) {
        this.#take(box.type, box.bytes);
        this.#buffer.drop(box.bytes.length);
        if (this.#durationMs >= LEAST_MS && !this.#moof) made.push(this.#flush());
      }
    } catch (error) {
      if (error instanceof RangeError) throw new UnreadableError(error.message);
      throw error;
    }
    return made;
  }

  /** Returns the last segment, which may be short; null if there is none. */
  end(): Mp4Segment | null {
    return this.#parts.length > 0 ? this.#flush() : null;
  }

  /** Goes on elsewhere in the same broadcast: only the initialisation section is kept. */
  restart(): Mp4Segments {
    const next = new Mp4Segments();
    next.init = this.init;
    for (const [id, track] of this.#tracks) next.#tracks.set(id, track);
    return next;
  }

  #nextBox(): { type: string; bytes: Buffer } | null {
    const { bytes } = this.#buffer;
    if (bytes.length < 8) return null;
    const size = bytes.readUInt32BE(0);
    const type = bytes.toString('latin1', 4, 8);
    if (size < 8 || size > MAX_BOX || !/^[\w ]{4}$/.test(type)) throw new UnreadableError(`no box: ${size} bytes`);
    return bytes.length < size ? null : { type, bytes: bytes.subarray(0, size) };
  }

  #take(type: string, bytes: Buffer): void {
    if (type === 'ftyp') this.#ftyp = bytes;
    else if (type === 'moov') this.#takeHeader(bytes);
    else if (type === 'moof') {
      if (!this.init || this.#moof) throw new UnreadableError('a fragment without header or data');
      this.#moof = { bytes, durationMs: this.#durationOf(bytes) };
    } else if (type === 'mdat' && this.#moof) {
      this.#parts.push(this.#moof.bytes, bytes);
      this.#durationMs += this.#moof.durationMs;
      this.#moof = null;
    }
  }

  #takeHeader(moov: Buffer): void {
    if (this.init) return;
    for (const trak of boxesOf(moov, 'trak')) {
      const tkhd = required(trak, 'tkhd');
      const mdhd = required(required(trak, 'mdia'), 'mdhd');
      const id = tkhd.readUInt32BE(tkhd[8] === 1 ? 28 : 20);
      const timescale = mdhd.readUInt32BE(mdhd[8] === 1 ? 28 : 20);
      if (timescale === 0) throw new UnreadableError('no timescale');
      this.#tracks.set(id, { timescale, defaultDuration: 0 });
    }
    for (const mvex of boxesOf(moov, 'mvex'))
      for (const trex of boxesOf(mvex, 'trex')) {
        const track = this.#tracks.get(trex.readUInt32BE(12));
        if (track) track.defaultDuration = trex.readUInt32BE(20);
      }
    if (!this.#ftyp || this.#tracks.size === 0) throw new UnreadableError('no tracks');
    this.init = Buffer.concat([this.#ftyp, moov]);
  }

  /** Milliseconds of the longest track. */
  #durationOf(moof: Buffer): number {
    const tracks = boxesOf(moof, 'traf').map((traf) => {
      const tfhd = required(traf, 'tfhd');
      const track = this.#tracks.get(tfhd.readUInt32BE(12));
      if (!track) throw new UnreadableError('an unknown track');
      const flags = tfhd.readUInt32BE(8) & 0xff_ffff;
      const at = 16 + (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0);
      const each = flags & 8 ? tfhd.readUInt32BE(at) : track.defaultDuration;
      const units = boxesOf(traf, 'trun').reduce((sum, trun) => sum + unitsOf(trun, each), 0);
      return (units / track.timescale) * 1000;
    });
    const longest = Math.max(0, ...tracks);
    if (longest > 60_000) throw new UnreadableError('a fragment of more than a minute');
    return longest;
  }

  #flush(): Mp4Segment {
    const made = {
      bytes: Buffer.concat(this.#parts),
      durationMs: Math.max(1, Math.round(this.#durationMs)),
      next: this.#buffer.positionAt(0),
    };
    this.#parts = [];
    this.#durationMs = 0;
    return made;
  }
}

/** Duration of the samples of a run, in units of the track. */
function unitsOf(trun: Buffer, each: number): number {
  const flags = trun.readUInt32BE(8) & 0xff_ffff;
  const count = trun.readUInt32BE(12);
  if (!(flags & 0x100)) return count * each;
  const step = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length * 4;
  let at = 16 + (flags & 1 ? 4 : 0) + (flags & 4 ? 4 : 0);
  let sum = 0;
  for (let n = 0; n < count; n += 1, at += step) sum += trun.readUInt32BE(at);
  return sum;
}

/** Boxes of one type directly in another one. */
function boxesOf(parent: Buffer, type: string): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 8; at + 8 <= parent.length;) {
    const size = parent.readUInt32BE(at);
    if (size < 8 || at + size > parent.length) throw new UnreadableError('a box that is longer than its parent');
    if (parent.toString('latin1', at + 4, at + 8) === type) found.push(parent.subarray(at, at + size));
    at += size;
  }
  return found;
}

function required(parent: Buffer, type: string): Buffer {
  const [box] = boxesOf(parent, type);
  if (!box) throw new UnreadableError(`no ${type}`);
  return box;
}
