import { Readable, Transform } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { LOCAL_LENGTH, zipDataOffset, type ZipEntry } from '#src/server/core/zip-directory.ts';
import { readRange } from '#src/server/file/store.ts';
import type { file } from '#src/server/file/tables.ts';
import { read } from './read-archive.ts';

/** Returns the unpacked bytes of an entry, or undefined when its data are not where the directory says. */
export async function contentOf(
  archive: Pick<typeof file.$inferSelect, 'storeKey' | 'fileSize'>,
  { at, packed, unpacked, method }: ZipEntry,
): Promise<ReadableStream | string | undefined> {
  const offset = zipDataOffset(await read(archive, at, Math.min(archive.fileSize, at + LOCAL_LENGTH)));
  if (offset === undefined || at + offset + packed > archive.fileSize) return undefined;
  if (unpacked === 0) return '';
  if (packed === 0 || (method === 0 && packed !== unpacked)) return undefined;
  const data = await readRange(archive.storeKey, at + offset, at + offset + packed - 1);
  if (method === 0) return data;
  const inflate = createInflateRaw();
  const counted = new Transform(upTo(unpacked));
  const source = Readable.fromWeb(data as Parameters<typeof Readable.fromWeb>[0]);
  // An error of one part ends the response, whose length then tells the browser that the download failed.
  source.on('error', (error) => inflate.destroy(error));
  inflate.on('error', (error) => counted.destroy(error));
  counted.on('close', () => source.destroy());
  return Readable.toWeb(source.pipe(inflate).pipe(counted)) as ReadableStream;
}

/** Ends with an error after more bytes than the directory declares. */
function upTo(limit: number): ConstructorParameters<typeof Transform>[0] {
  let passed = 0;
  return {
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length;
      if (passed > limit)
        done(Object.assign(new Error('an entry of an archive is longer than declared'), { code: 'Z_LONG' }));
      else done(null, chunk);
    },
  };
}
