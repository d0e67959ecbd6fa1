import { crc32, deflateRawSync } from 'node:zlib';

const UTF_8 = 1 << 11;
/** 1 January 2026 in the format of MS-DOS: the same input gives the same bytes. */
const DATE = ((2026 - 1980) << 9) | (1 << 5) | 1;

/** Returns a zip file with the given files, in their order. */
export function zip(files: Record<string, string | Buffer>): Buffer {
  const chunks: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [path, content] of Object.entries(files)) {
    const name = Buffer.from(path);
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes, { level: 9 });
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(UTF_8, 2);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt16LE(DATE, 8);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const entry = Buffer.alloc(20);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 4);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    directory.push(entry.subarray(0, 6), facts, place, name);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, name, packed]);
    chunks.push(local);
    at += local.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...chunks, list, end]);
}
