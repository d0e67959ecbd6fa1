import { inflateRawSync } from 'node:zlib';
import { zipDataOffset, zipEntries, type ZipEntry } from './zip-directory.ts';

/** `part`: maximum unpacked bytes of one entry; `unpacked`: of all together. */
export type ZipLimits = { entries: number; part: number; unpacked: number };

/** Entries that are not small may be this many times as large as packed; text of office files reaches 50. */
const MAX_RATIO = 200;
const SMALL = 1024 * 1024;

/** A zip file that is not unpacked. */
export class ZipError extends Error {
  readonly problem: 'broken' | 'password' | 'tooLarge' | 'unsafe';

  constructor(problem: ZipError['problem']) {
    super(problem);
    this.problem = problem;
  }
}

/**
 * Unpacks a zip file in memory, without its folders. Refuses entries that unpack to more than they declare, encrypted ones,
 * and names that point outside.
 * @param isNeeded which entries are unpacked; all by default
 * @throws ZipError
 */
export function readZip(
  bytes: Buffer,
  limits: ZipLimits,
  isNeeded: (name: string) => boolean = () => true,
): Map<string, Buffer> {
  const entries = zipEntries(bytes);
  if (!entries) throw new ZipError('broken');
  if (entries.length > limits.entries) throw new ZipError('tooLarge');
  if (entries.some(({ encrypted }) => encrypted)) throw new ZipError('password');
  if (entries.some(({ name }) => /^[/\\]|^[a-z]:|(^|[/\\])\.\.([/\\]|$)|\0/i.test(name))) throw new ZipError('unsafe');
  const isBomb = entries.some(({ packed, unpacked }) => unpacked > SMALL && unpacked > packed * MAX_RATIO);
  if (isBomb) throw new ZipError('unsafe');
  let total = 0;
  const parts = new Map<string, Buffer>();
  for (const entry of entries) {
    if (entry.name.endsWith('/') || !isNeeded(entry.name)) continue;
    total += entry.unpacked;
    if (entry.unpacked > limits.part || total > limits.unpacked) throw new ZipError('tooLarge');
    parts.set(entry.name, unpack(bytes, entry));
  }
  return parts;
}

function unpack(bytes: Buffer, { at, packed, unpacked, method }: ZipEntry): Buffer {
  const offset = zipDataOffset(bytes.subarray(at));
  if (offset === undefined || at + offset + packed > bytes.length) throw new ZipError('broken');
  const data = bytes.subarray(at + offset, at + offset + packed);
  if (method === 0 && packed === unpacked) return data;
  if (method !== 8) throw new ZipError('broken');
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(1, unpacked) });
  } catch (error) {
    // More data than the directory declares: the limits above were computed from a lie.
    const isTooLong = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new ZipError(isTooLong ? 'unsafe' : 'broken');
  }
}
