import { createReadStream, mkdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { settings } from '#src/server/core/settings.ts';

let disk: Disk | undefined;

/** Where the bytes of files are: `DATA_DIR/files`, or an S3 bucket when `S3_BUCKET` is set (design section 5). */
export async function fileStore(): Promise<Disk> {
  return (disk ??= new Disk(settings().s3 ? await s3Driver() : localDriver()));
}

/** Local path of a stored file, or null when the store is S3. Lets the server send ranges straight from disk. */
export function localPath(storeKey: string): string | null {
  return settings().s3 ? null : join(localRoot(), storeKey);
}

function localRoot(): string {
  return resolve(settings().dataDir, 'files');
}

function localDriver(): FSDriver {
  mkdirSync(localRoot(), { recursive: true });
  return new FSDriver({ location: localRoot(), visibility: 'private' });
}

let client: Promise<S3Client> | undefined;

/** One client, and so one pool of connections, for the driver and for ranges. */
function s3Client(): Promise<S3Client> {
  const { endpoint, region, accessKeyId, secretAccessKey } = settings().s3!;
  return (client ??= import('@aws-sdk/client-s3').then(
    ({ S3Client }) =>
      new S3Client({
        credentials: { accessKeyId, secretAccessKey },
        region,
        ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      }),
  ));
}

async function s3Driver() {
  const { S3Driver } = await import('flydrive/drivers/s3');
  const { bucket } = settings().s3!;
  return new S3Driver({ client: await s3Client(), bucket, visibility: 'private', supportsACL: false });
}

/**
 * Bytes `start` to `end`, inclusive, of a stored file. Of an S3 object nothing else is fetched; flydrive knows no ranges.
 * @throws Error when the bytes are not there
 */
export async function readRange(storeKey: string, start: number, end: number): Promise<ReadableStream> {
  const path = localPath(storeKey);
  if (path) {
    await stat(path);
    return Readable.toWeb(createReadStream(path, { start, end })) as ReadableStream;
  }
  const { GetObjectCommand } = await import('@aws-sdk/client-s3');
  const object = { Bucket: settings().s3!.bucket, Key: storeKey, Range: `bytes=${start}-${end}` };
  const { Body } = await (await s3Client()).send(new GetObjectCommand(object));
  return Readable.toWeb(Body as Readable) as ReadableStream;
}

/** Removes a file's bytes, and the smaller pictures that were made of them. */
export async function deleteStored(storeKey: string): Promise<void> {
  const store = await fileStore();
  await store.delete(storeKey);
  await store.deleteAll(`${variantsOf(storeKey)}/`).catch(() => undefined);
}

/** Folder of the smaller pictures of a stored one: beside it, so that they go when it goes. */
export const variantsOf = (storeKey: string) => `${storeKey}.made`;
