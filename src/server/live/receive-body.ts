import { createHash, randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '#src/server/core/make-folder.ts';
import { settings } from '#src/server/core/settings.ts';
import { AppError } from '#src/server/core/app-error.ts';

/** A body that was received: in a temporary file, so that large ones take no memory. */
export type Received = { path: string; size: number; sha256: string };

/** A connection that was lost in the middle of a body is the sender's fault. */
const refuseCut = () => {
  throw new AppError(422, 'invalid');
};

/**
 * Writes the body of a request to a temporary file, and deletes the file after `use`.
 * @throws AppError 413 when it is larger than `maxBytes`; the rest is not read
 */
export async function withReceivedBody<T>(
  request: Request,
  maxBytes: number,
  use: (received: Received) => Promise<T>,
): Promise<T> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw new AppError(413, 'tooLarge');
  const folder = join(settings().dataDir, 'receiving');
  makeFolder(folder);
  const path = join(folder, randomUUID());
  const target = await open(path, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    let size = 0;
    const reader = request.body?.getReader();
    for (;;) {
      const { done, value } = (await reader?.read().catch(refuseCut)) ?? { done: true, value: undefined };
      if (done) break;
      size += value.length;
      if (size > maxBytes) {
        await reader!.cancel().catch(() => undefined);
        throw new AppError(413, 'tooLarge');
      }
      hash.update(value);
      await target.write(value);
    }
    await target.sync();
    return await use({ path, size, sha256: hash.digest('hex') });
  } finally {
    await target.close();
    await rm(path, { force: true });
  }
}
