import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
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

async function s3Driver() {
  const { S3Driver } = await import('flydrive/drivers/s3');
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = settings().s3!;
  return new S3Driver({
    credentials: { accessKeyId, secretAccessKey },
    region,
    bucket,
    visibility: 'private',
    supportsACL: false,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
  });
}

/** Removes a file's bytes, and the smaller pictures that were made of them. */
export async function deleteStored(storeKey: string): Promise<void> {
  const store = await fileStore();
  await store.delete(storeKey);
  await store.deleteAll(`${variantsOf(storeKey)}/`).catch(() => undefined);
}

/** Folder of the smaller pictures of a stored one: beside it, so that they go when it goes. */
export const variantsOf = (storeKey: string) => `${storeKey}.made`;
