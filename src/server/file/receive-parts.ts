import { Readable } from 'node:stream';
import { AppError } from '#src/server/core/app-error.ts';
import { fileStore } from './store.ts';

/** Bytes that are collected in memory before they are stored as one part. */
const PART_BYTES = 4 * 1024 * 1024;

/**
 * Reads the body of a request of an upload and hands it on in parts of bounded size. What has arrived when a line breaks is handed
 * on too, so that the client can go on from there.
 * @param left bytes that are still missing
 * @param partBytes size of a part
 * @throws AppError 413 for more bytes than are missing; the error of the line
 */
export async function receiveParts(
  reader: ReadableStreamDefaultReader<Uint8Array> | null,
  left: number,
  addPart: (part: Buffer) => Promise<void>,
  partBytes = PART_BYTES,
): Promise<void> {
  let chunks: Uint8Array[] = [];
  let bytes = 0;
  let received = 0;
  const flush = async () => {
    if (bytes === 0) return;
    const part = Buffer.concat(chunks, bytes);
    chunks = [];
    bytes = 0;
    await addPart(part);
  };
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) break;
      received += value.length;
      if (received > left) throw new AppError(413, 'uploadTooLong');
      chunks.push(value);
      bytes += value.length;
      if (bytes >= partBytes) await flush();
    }
  } catch (error) {
    if (!(error instanceof AppError)) await flush();
    throw error;
  }
  await flush();
}

/** The bytes of all parts in order. @param onChunk sees them as they pass */
export function joinedParts(parts: readonly string[], onChunk?: (chunk: Buffer) => void): Readable {
  async function* read() {
    const store = await fileStore();
    for (const key of parts) {
      for await (const chunk of (await store.getStream(key)) as AsyncIterable<Buffer>) {
        onChunk?.(chunk);
        yield chunk;
      }
    }
  }
  return Readable.from(read(), { objectMode: false });
}
