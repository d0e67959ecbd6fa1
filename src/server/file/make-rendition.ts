import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { errorText } from '#src/server/core/operator-error.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { convertVideo } from './convert-video.ts';
import { ffmpegPath } from './ffmpeg.ts';
import { renditionKey } from './rendition.ts';
import { failRendition, finishRendition, type RenditionKey, startRendition } from './rendition-row.ts';
import { fileStore, localPath } from './store.ts';

/** Largest video that is converted: 4 GB. */
const MAX_BYTES = 4 * 1024 ** 3;

/**
 * Converts a video to HLS (convert-video.ts) and stores the rendition; the video itself is not changed. May run again at any
 * time, also twice at once: each run writes into a folder of its own, which the row names when all its files are stored.
 * @returns null when there is nothing to do or it is done; otherwise why it failed
 */
export async function makeRendition(key: RenditionKey, now: Date): Promise<string | null> {
  const ffmpeg = ffmpegPath();
  if (!ffmpeg) return null;
  const { enterpriseId } = key;
  const source = await withTenant(enterpriseId, (db) => startRendition(db, key));
  if (!source) return null;

  const folder = await mkdtemp(join(tmpdir(), 'zhixing-video-'));
  try {
    if (source.fileSize > MAX_BYTES) throw new Error(`the file is larger than ${MAX_BYTES / 1024 ** 3} GB`);
    const out = join(folder, 'out');
    const input = await readable(source.storeKey, join(folder, 'input'));
    const format = source.contentType === 'video/webm' ? 'webm' : 'mp4';
    const converted = await convertVideo(ffmpeg, { input, format, folder: out });
    const name = randomUUID();
    await storeFiles(out, source.storeKey, name);
    await withTenant(enterpriseId, (db) =>
      finishRendition(db, key, { ...converted, folder: name, storeKey: source.storeKey }, now),
    );
    return null;
  } catch (error) {
    const text = errorText(error);
    await withTenant(enterpriseId, (db) => failRendition(db, key, source, text));
    return text;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns a path where a program can read a stored file; of an object store it is copied to `copy`. */
export async function readable(storeKey: string, copy: string): Promise<string> {
  const path = localPath(storeKey);
  if (path) return path;
  await pipeline(await (await fileStore()).getStream(storeKey), createWriteStream(copy));
  return copy;
}

async function storeFiles(folder: string, storeKey: string, name: string): Promise<void> {
  const store = await fileStore();
  for (const each of await readdir(folder)) {
    const path = join(folder, each);
    const { size: contentLength } = await stat(path);
    await store.putStream(renditionKey(storeKey, name, each), createReadStream(path), { contentLength });
  }
}
