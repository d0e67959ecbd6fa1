import { createReadStream, mkdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { S3Client } from '@aws-sdk/client-s3';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { errorCode } from '#src/server/core/operator-error.ts';
import { settings } from '#src/server/core/settings.ts';

let disk: Disk | undefined;

/** Returns the file store: `DATA_DIR/files`, or an S3 bucket when `S3_BUCKET` is set. */
export async function fileStore(): Promise<Disk> {
  return (disk ??= settings().s3 ? await s3Store() : localStore());
}

/** Returns the name of the store in use, for messages to the operator. */
export function storeName(): string {
  const { s3 } = settings();
  return s3 ? `bucket ${s3.bucket}` : localRoot();
}

/** Returns the store in `DATA_DIR/files`, whether or not it is the one in use. */
export function localStore(): Disk {
  mkdirSync(localRoot(), { recursive: true });
  return new Disk(new FSDriver({ location: localRoot(), visibility: 'private' }));
}

/** Returns the store in the S3 bucket. @throws TypeError when no `S3_*` setting is set */
export async function s3Store(): Promise<Disk> {
  const { S3Driver } = await import('flydrive/drivers/s3');
  const { bucket } = settings().s3!;
  return new Disk(new S3Driver({ client: await s3Client(), bucket, visibility: 'private', supportsACL: false }));
}

/** Returns the local path of a stored file, or null when the store is S3. */
export function localPath(storeKey: string): string | null {
  return settings().s3 ? null : join(localRoot(), storeKey);
}

function localRoot(): string {
  return resolve(settings().dataDir, 'files');
}

let client: Promise<S3Client> | undefined;

/** One client, with one connection pool, for the driver and for range requests. */
function s3Client(): Promise<S3Client> {
  const { endpoint, region, accessKeyId, secretAccessKey } = settings().s3!;
  return (client ??= import('@aws-sdk/client-s3').then(
    ({ S3Client }) =>
      new S3Client({
        credentials: { accessKeyId, secretAccessKey },
        region,
        // Without it, streams are sent with a checksum in a trailer, which not every S3-compatible store understands.
        requestChecksumCalculation: 'WHEN_REQUIRED',
        ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      }),
  ));
}

/**
 * Reads the bytes `start` to `end`, inclusive, of a stored file. Of an S3 object only this range is fetched; flydrive
 * does not support ranges.
 * @throws Error when the file does not exist (see `isMissing`), or the store does not answer
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

/** Reads the bytes `start` to `end`, inclusive, into memory. @throws Error as `readRange` */
export async function readBytes(storeKey: string, start: number, end: number): Promise<Buffer> {
  return buffer(await readRange(storeKey, start, end));
}

/** Whether an error of the store, or its cause, means that the file does not exist. A missing bucket is another error. */
export function isMissing(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (errorCode(cause) === 'ENOENT' || ['NoSuchKey', 'NotFound'].includes(cause.name)) return true;
  }
  return false;
}

/** Keys that one request of S3 deletes at most. */
const S3_KEYS = 1_000;
/** Local files that are deleted at the same time. */
const UNLINKS = 16;

/**
 * Deletes stored files of which no variants are made, e.g. segments of a stream: of an S3 store up to a thousand with one
 * request. Missing ones are no error.
 * @throws Error when the store does not answer or refuses to delete one; others may be deleted then
 */
export async function deletePlain(storeKeys: string[]): Promise<void> {
  const { s3 } = settings();
  const left: string[] = [];
  if (!s3) left.push(...storeKeys);
  else
    for (let from = 0; from < storeKeys.length; from += S3_KEYS)
      left.push(...(await deleteObjects(s3.bucket, storeKeys.slice(from, from + S3_KEYS))));
  const store = await fileStore();
  for (let from = 0; from < left.length; from += UNLINKS)
    await Promise.all(left.slice(from, from + UNLINKS).map((key) => store.delete(key)));
}

/** @returns the objects that were not deleted: each on its own they tell why, or work where there is no bulk deletion */
async function deleteObjects(bucket: string, keys: string[]): Promise<string[]> {
  const { DeleteObjectsCommand } = await import('@aws-sdk/client-s3');
  const Delete = { Objects: keys.map((Key) => ({ Key })), Quiet: true };
  try {
    const { Errors = [] } = await (await s3Client()).send(new DeleteObjectsCommand({ Bucket: bucket, Delete }));
    return Errors.flatMap(({ Key }) => Key ?? []);
  } catch {
    return keys;
  }
}

/** Deletes a stored file and the variants made from it. */
export async function deleteStored(storeKey: string): Promise<void> {
  const store = await fileStore();
  await store.delete(storeKey);
  await store.deleteAll(`${variantsOf(storeKey)}/`).catch(() => undefined);
}

/** Returns the folder of the variants of a stored picture, beside the picture, so that both are deleted together. */
export const variantsOf = (storeKey: string) => `${storeKey}.made`;
