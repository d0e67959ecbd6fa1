import { open, type FileHandle } from 'node:fs/promises';

/**
 * Seconds that an MP4 or M4A file plays, from its movie header.
 * @returns undefined when the file has no such header
 */
export async function mp4Duration(path: string): Promise<number | undefined> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const movie = await findBox(file, 'moov', 0, size);
    const header = movie && (await findBox(file, 'mvhd', movie.start, movie.end));
    if (!header) return undefined;
    const bytes = Buffer.alloc(32);
    await file.read(bytes, 0, 32, header.start);
    const long = bytes.readUInt8(0) === 1;
    const scale = bytes.readUInt32BE(long ? 20 : 12);
    const length = long ? Number(bytes.readBigUInt64BE(24)) : bytes.readUInt32BE(16);
    return scale > 0 && length > 0 ? length / scale : undefined;
  } finally {
    await file.close();
  }
}

/** The content of the first box with this name between two offsets. */
async function findBox(file: FileHandle, name: string, from: number, to: number) {
  const head = Buffer.alloc(16);
  for (let at = from; at + 8 <= to;) {
    await file.read(head, 0, 16, at);
    const short = head.readUInt32BE(0);
    const size = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? to - at : short;
    if (size < 8) return undefined;
    if (head.toString('latin1', 4, 8) === name) return { start: at + (short === 1 ? 16 : 8), end: at + size };
    at += size;
  }
  return undefined;
}
