import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { fileTypeFromStream } from 'file-type';
import sharp from 'sharp';
import { AppError } from '#src/server/core/app-error.ts';
import { cannotWrite } from '#src/server/core/cannot-write.ts';
import { mediaFacts } from '#src/server/file/media-duration.ts';
import { fileStore, readBytes } from '#src/server/file/store.ts';
import type { StoredBytes } from '../tables.ts';
import { findType, MAX_BYTES } from './media-type.ts';

export type Joined = StoredBytes & { ending: string };

/** Pixels of a picture: as many as its variants are made of. */
const MAX_PIXELS = 60_000_000;

/**
 * Stores a file of the library with its hash, and finds out what it is: by its content, not by its name.
 * @param content `fileSize` bytes
 * @throws AppError 415 and 422 with the reason why it is refused; 503 while storage cannot be written; what `content` throws
 */
export async function storeContent(
  content: Readable,
  { storeKey, fileName, fileSize }: { storeKey: string; fileName: string; fileSize: number },
): Promise<Joined> {
  const store = await fileStore();
  try {
    const hash = createHash('sha256');
    let bytes = 0;
    const hashed = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        bytes += chunk.length;
        done(null, chunk);
      },
    });
    content.on('error', (error) => hashed.destroy(error));
    await store.putStream(storeKey, content.pipe(hashed), { contentLength: fileSize });
    if (bytes !== fileSize) throw new AppError(422, 'mediaBroken');
    const type = await findType(await detect(storeKey), extname(fileName).slice(1).toLowerCase(), {
      size: fileSize,
      readText: () => readBytes(storeKey, 0, fileSize - 1),
      hasPicture: async () => (await facts(storeKey, fileSize)).hasPicture,
    });
    const isTimed = type.kind === 'video' || type.kind === 'audio';
    const { duration = null } = isTimed ? await facts(storeKey, fileSize) : {};
    const size = type.kind === 'picture' ? await sizeOf(storeKey, fileSize) : { width: null, height: null };
    return {
      ...{ storeKey, sha256: hash.digest('hex'), contentType: type.mime, fileSize, ending: type.ending, ...size },
      duration: duration === null ? null : Math.floor(duration),
    };
  } catch (error) {
    await store.delete(storeKey).catch(() => undefined);
    if (cannotWrite(error)) throw new AppError(503, 'storageFull');
    throw error;
  }
}

async function detect(storeKey: string): Promise<string | undefined> {
  const stream = await (await fileStore()).getStream(storeKey);
  try {
    return (await fileTypeFromStream(Readable.toWeb(stream) as never))?.mime;
  } finally {
    stream.destroy();
  }
}

const facts = (storeKey: string, size: number) =>
  mediaFacts(size, async (length, position) =>
    position >= size ? new Uint8Array() : readBytes(storeKey, position, Math.min(size, position + length) - 1),
  ).catch(() => {
    throw new AppError(422, 'mediaBroken');
  });

async function sizeOf(storeKey: string, fileSize: number): Promise<{ width: number; height: number }> {
  if (fileSize > MAX_BYTES.picture) throw new AppError(422, 'mediaPictureTooLarge');
  let size: { width: number; height: number };
  try {
    const picture = sharp(await readBytes(storeKey, 0, fileSize - 1), { limitInputPixels: false });
    const { width, height, orientation = 1 } = await picture.metadata();
    size = orientation >= 5 ? { width: height, height: width } : { width, height };
  } catch {
    throw new AppError(422, 'mediaBroken');
  }
  if (size.width * size.height > MAX_PIXELS) throw new AppError(422, 'mediaPictureTooLarge');
  return size;
}
