import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { and, eq, sql } from 'drizzle-orm';
import { errorText } from '#src/server/core/operator-error.ts';
import { file } from '#src/server/core/db/schema/file.ts';
import { fileRendition } from '#src/server/core/db/schema/study-media.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { convertVideo } from './convert-video.ts';
import { ffmpegPath } from './ffmpeg.ts';
import { renditionKey } from './rendition.ts';
import { fileStore, localPath } from './store.ts';

/** Starts after which a video is left as it is. */
export const MAX_ATTEMPTS = 3;
/** Largest video that is converted: 4 GB. */
const MAX_BYTES = 4 * 1024 ** 3;
const MAX_ERROR = 2_000;

/**
 * Converts a video to HLS (convert-video.ts) and stores the rendition; the video itself is not changed. May run again at any
 * time, also twice at once: each run writes into a folder of its own, which the row names when all its files are stored.
 * @returns null when there is nothing to do or it is done; otherwise why it failed
 */
export async function makeRendition(
  { enterpriseId, fileId }: { enterpriseId: string; fileId: string },
  now: Date,
): Promise<string | null> {
  const ffmpeg = ffmpegPath();
  if (!ffmpeg) return null;
  const here = and(eq(fileRendition.enterpriseId, enterpriseId), eq(fileRendition.fileId, fileId));
  // The start is counted first: a video that makes the process fail is not tried for ever.
  const source = await withTenant(enterpriseId, async (db) => {
    const [started] = await db
      .update(fileRendition)
      .set({ attempts: sql`${fileRendition.attempts} + 1` })
      .where(and(here, eq(fileRendition.status, 'pending')))
      .returning();
    if (!started) return null;
    const [found] = await db.select().from(file).where(eq(file.id, fileId));
    return found ? { ...found, attempts: started.attempts } : null;
  });
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
      db
        .update(fileRendition)
        .set({ ...converted, status: 'ready', folder: name, error: null, readyAt: now })
        .where(here),
    );
    return null;
  } catch (error) {
    const text = errorText(error).slice(0, MAX_ERROR);
    const status = source.attempts >= MAX_ATTEMPTS ? ('failed' as const) : ('pending' as const);
    await withTenant(enterpriseId, (db) =>
      db
        .update(fileRendition)
        .set({ status, error: text })
        .where(and(here, eq(fileRendition.status, 'pending'))),
    );
    return text;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns a path where ffmpeg can read a stored file; of an object store it is copied to `copy`. */
async function readable(storeKey: string, copy: string): Promise<string> {
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
