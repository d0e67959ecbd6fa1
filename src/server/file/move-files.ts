import { createHash } from 'node:crypto';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Disk, DriveDirectory, DriveFile } from 'flydrive';
import pLimit from 'p-limit';
import { errorCode, errorText, OperatorError } from '#src/server/core/operator-error.ts';
import { isMissing } from './store.ts';

/** Number of files that are copied at the same time. */
const CONCURRENCY = 4;

export type Moved = {
  copied: number;
  /** Files that an earlier run had copied. */
  present: number;
  /** Bytes of all verified files. */
  bytes: number;
  failed: { key: string; reason: string }[];
};

/**
 * Copies every file of a store to another one. Each copy is read back and compared by size and SHA-256. A run that was
 * interrupted can be repeated: files that the target already has are only compared. A file that cannot be copied does not
 * stop the others.
 * @param deleteSource deletes each file from the source after its copy was verified
 * @param onFile called after each file
 * @throws OperatorError when the source contains a file whose name no file of the portal has
 */
export async function moveFiles(
  source: Disk,
  target: Disk,
  { deleteSource, onFile }: { deleteSource: boolean; onFile: (moved: Moved) => void },
): Promise<Moved> {
  const moved: Moved = { copied: 0, present: 0, bytes: 0, failed: [] };
  const limit = pLimit(CONCURRENCY);
  for await (const keys of pagesOf(source)) {
    await Promise.all(
      keys.map((key) =>
        limit(async () => {
          try {
            const done = await copyFile(source, target, key);
            moved[done.outcome] += 1;
            moved.bytes += done.bytes;
            if (deleteSource) await source.delete(key);
          } catch (error) {
            // Deleted by the portal since it was listed.
            if (!isMissing(error) || (await source.exists(key))) moved.failed.push({ key, reason: reasonOf(error) });
          }
          onFile(moved);
        }),
      ),
    );
  }
  return moved;
}

async function copyFile(
  source: Disk,
  target: Disk,
  key: string,
): Promise<{ outcome: 'copied' | 'present'; bytes: number }> {
  const { contentLength, contentType } = await source.getMetaData(key);
  if (await target.exists(key)) {
    const [before, after] = await Promise.all([
      digest(await source.getStream(key)),
      digest(await target.getStream(key)),
    ]);
    if (before.sha256 === after.sha256) return { outcome: 'present', bytes: after.bytes };
  }
  const hash = createHash('sha256');
  const hashed = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  // The S3 client does not accept a stream without bytes.
  if (contentLength === 0) await target.put(key, '', { contentType, contentLength });
  else {
    const stream = await source.getStream(key);
    await Promise.all([pipeline(stream, hashed), target.putStream(key, hashed, { contentType, contentLength })]);
  }
  const after = await digest(await target.getStream(key));
  if (hash.digest('hex') === after.sha256 && after.bytes === contentLength)
    return { outcome: 'copied', bytes: after.bytes };
  await target.delete(key);
  throw new Error(`the copy differs (${after.bytes} of ${contentLength} bytes): it was deleted`);
}

/** Lists the keys of a store in pages. */
async function* pagesOf(store: Disk): AsyncGenerator<string[]> {
  let paginationToken: string | undefined;
  do {
    const page = await store.listAll('/', { recursive: true, paginationToken });
    yield keysOf(page.objects);
    paginationToken = page.paginationToken;
  } while (paginationToken);
}

function keysOf(objects: Iterable<DriveFile | DriveDirectory>): string[] {
  try {
    // Probe files of `/readyz` exist only for a moment.
    return [...objects].flatMap((each) => (each.isFile && !each.name.startsWith('.ready-') ? [each.key] : []));
  } catch (error) {
    if (errorCode(error) !== 'E_UNALLOWED_CHARACTERS') throw error;
    throw new OperatorError(`${errorText(error)}: it is no file of the portal, move it elsewhere.`);
  }
}

type Digest = { sha256: string; bytes: number };

/** Reads a stream to its end. */
async function digest(stream: Readable): Promise<Digest> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { sha256: hash.digest('hex'), bytes };
}

/** The innermost message: flydrive wraps the error of the store. */
function reasonOf(error: unknown): string {
  return error instanceof Error && error.cause ? reasonOf(error.cause) : errorText(error);
}
