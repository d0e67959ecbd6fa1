import { FragmentBuffer, type Position } from './fragment-buffer.ts';

const ID = {
  segment: 0x18538067,
  tracks: 0x1654ae6b,
  track: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  cluster: 0x1f43b675,
  time: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  reference: 0xfb,
} as const;
const CLUSTER = Buffer.from('1f43b675', 'hex');
/** Largest element that is waited for: a picture, or the header. */
const MAX_ELEMENT = 16 * 1024 * 1024;

/** A cluster at which decoding can begin. */
export type KeyCluster = Position & { ms: number };

/**
 * Finds where the decoding of WebM can begin, as recorders of browsers write it: the header, and the clusters whose first picture is a
 * key frame. What it does not understand it passes over up to the next cluster, as ffmpeg does.
 */
export class WebmClusters {
  /** Everything before the first cluster; null until that has begun. */
  header: Buffer | null = null;
  readonly keyClusters: KeyCluster[] = [];
  readonly #buffer = new FragmentBuffer();
  #seen: Buffer[] = [];
  #video: number | null = null;
  /** Last track that was described, and those of a cluster that is read. */
  #track = 0;
  #cluster: (Position & { ms: number | null; isDecided: boolean }) | null = null;

  push(number: number, bytes: Buffer, offset = 0): void {
    this.#buffer.append(number, bytes, offset);
    for (let step = this.#readElement(); step > 0; step = this.#readElement()) {
      if (!this.header) this.#seen.push(this.#buffer.bytes.subarray(0, step));
      this.#buffer.drop(step);
    }
  }

  /** Goes on at another cluster of the same broadcast: only the header is kept. */
  restart(): WebmClusters {
    const next = new WebmClusters();
    next.header = this.header;
    next.#video = this.#video;
    return next;
  }

  /** Reads one element, of containers only their beginning. @returns its bytes; 0: more are needed */
  #readElement(): number {
    const { bytes } = this.#buffer;
    const id = readNumber(bytes, 0, true);
    if (id === 'short') return 0;
    const size = id ? readNumber(bytes, id.length, false) : null;
    if (size === 'short') return 0;
    if (!id || !size) return this.#passOver();
    const body = id.length + size.length;
    if (id.value === ID.cluster) {
      this.header ??= Buffer.concat(this.#seen);
      this.#seen = [];
      this.#cluster = { ...this.#buffer.positionAt(0), ms: null, isDecided: false };
      return body;
    }
    if (id.value === ID.segment || id.value === ID.tracks || id.value === ID.track) return body;
    if (size.value === null || size.value > MAX_ELEMENT) return this.#passOver();
    if (bytes.length < body + size.value) return 0;
    this.#read(id.value, bytes.subarray(body, body + size.value));
    return body + size.value;
  }

  #read(id: number, content: Buffer): void {
    const value = () => content.reduce((sum, byte) => sum * 256 + byte, 0);
    if (id === ID.trackNumber) this.#track = value();
    else if (id === ID.trackType && value() === 1) this.#video ??= this.#track;
    else if (id === ID.time && this.#cluster) this.#cluster.ms = value();
    else if (id === ID.simpleBlock) this.#readBlock(content);
    else if (id === ID.blockGroup) {
      const parts = childrenOf(content);
      const block = parts.get(ID.block);
      // The flag is only in simple blocks; others are key frames if they refer to no other one.
      if (block) this.#readBlock(block, !parts.has(ID.reference));
    }
  }

  #readBlock(content: Buffer, isKey?: boolean): void {
    const cluster = this.#cluster;
    if (!cluster || cluster.isDecided || cluster.ms === null) return;
    const track = readNumber(content, 0, false);
    if (!track || track === 'short') return;
    const isVideo = track.value === this.#video;
    if (this.#video !== null && !isVideo) return;
    cluster.isDecided = true;
    const hasFlag = ((content[track.length + 2] ?? 0) & 0x80) !== 0;
    const { number, offset, ms } = cluster;
    if (this.#video === null || (isKey ?? hasFlag)) this.keyClusters.push({ number, offset, ms });
  }

  /** Passes over what is no element, up to the next cluster. */
  #passOver(): number {
    const { bytes } = this.#buffer;
    const next = bytes.indexOf(CLUSTER, 1);
    // The beginning of a cluster may be at the end.
    return next === -1 ? Math.max(0, bytes.length - CLUSTER.length + 1) : next;
  }
}

/** The elements directly in another one, by id. */
function childrenOf(parent: Buffer): Map<number, Buffer> {
  const found = new Map<number, Buffer>();
  for (let at = 0; at < parent.length;) {
    const id = readNumber(parent, at, true);
    const size = id && id !== 'short' ? readNumber(parent, at + id.length, false) : null;
    if (!id || id === 'short' || !size || size === 'short' || size.value === null) break;
    const body = at + id.length + size.length;
    found.set(id.value, parent.subarray(body, body + size.value));
    at = body + size.value;
  }
  return found;
}

type Num = { value: number; length: number };

/**
 * Reads a number of variable length. An id keeps its marker; a size of which all bits are set is unknown (null).
 * @returns null for what is no number
 */
function readNumber(bytes: Buffer, at: number, isId: true): Num | 'short' | null;
function readNumber(
  bytes: Buffer,
  at: number,
  isId: false,
): { value: number; length: number } | { value: null; length: number } | 'short' | null;
function readNumber(bytes: Buffer, at: number, isId: boolean) {
  const first = bytes[at];
  if (first === undefined) return 'short';
  const length = Math.clz32(first) - 23;
  if (length > (isId ? 4 : 8)) return null;
  if (bytes.length < at + length) return 'short';
  let value = isId ? first : first & (0xff >> length);
  let isFull = value === 0xff >> length;
  for (let n = 1; n < length; n += 1) {
    value = value * 256 + bytes[at + n]!;
    isFull &&= bytes[at + n] === 0xff;
  }
  return { value: isFull && !isId ? null : value, length };
}
