/** An entry of a zip file, as its directory declares it; the sizes may be wrong. */
export type ZipEntry = {
  name: string;
  packed: number;
  unpacked: number;
  /** 0 stored, 8 deflated; others are not supported. */
  method: number;
  encrypted: boolean;
  /** Position of its local header in the file. */
  at: number;
};

const ENTRY = 0x02014b50;
/** Length of the end record without its comment, which has at most 65,535 bytes. */
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;
/** Number of bytes at the end of a file that contain the end record. */
export const ZIP_TAIL = END_LENGTH + 0xffff;

/** Flags of an entry. */
const ENCRYPTED = 1;
const UTF_8 = 1 << 11;

/**
 * Finds the directory of a zip file.
 * @param tail the last `ZIP_TAIL` bytes of the file, or all
 * @returns undefined if they are not of a zip file, or of one with 64-bit sizes
 */
export function findZipDirectory(tail: Buffer): { count: number; size: number; at: number } | undefined {
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < Math.max(0, tail.length - ZIP_TAIL) || end + END_LENGTH > tail.length) return undefined;
  const [count, size, at] = [tail.readUInt16LE(end + 10), tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  return at === 0xffffffff || count === 0xffff ? undefined : { count, size, at };
}

/**
 * Reads the entries of a directory. Names are UTF-8 or, as Chinese Windows writes them, GBK.
 * @returns undefined if it is damaged
 */
export function readZipDirectory(directory: Buffer, count: number): ZipEntry[] | undefined {
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let n = 0; n < count; n += 1) {
    if (at + ENTRY_LENGTH > directory.length || directory.readUInt32LE(at) !== ENTRY) return undefined;
    const nameLength = directory.readUInt16LE(at + 28);
    const flags = directory.readUInt16LE(at + 8);
    entries.push({
      name: decodeName(directory.subarray(at + ENTRY_LENGTH, at + ENTRY_LENGTH + nameLength), (flags & UTF_8) !== 0),
      packed: directory.readUInt32LE(at + 20),
      unpacked: directory.readUInt32LE(at + 24),
      method: directory.readUInt16LE(at + 10),
      encrypted: (flags & ENCRYPTED) !== 0,
      at: directory.readUInt32LE(at + 42),
    });
    at += ENTRY_LENGTH + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

/** Reads the entries of a zip file in memory, without unpacking any; undefined as above. */
export function zipEntries(bytes: Buffer): ZipEntry[] | undefined {
  const directory = findZipDirectory(bytes);
  return directory && readZipDirectory(bytes.subarray(directory.at), directory.count);
}

const LOCAL = 0x04034b50;
/** Length of a local header without name and extra field. */
export const LOCAL_LENGTH = 30;

/** Returns the position of the data behind a local header, relative to it; undefined if it is none. */
export function zipDataOffset(header: Buffer): number | undefined {
  if (header.length < LOCAL_LENGTH || header.readUInt32LE(0) !== LOCAL) return undefined;
  return LOCAL_LENGTH + header.readUInt16LE(26) + header.readUInt16LE(28);
}

function decodeName(bytes: Buffer, isUtf8: boolean): string {
  if (isUtf8) return bytes.toString('utf8');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}
