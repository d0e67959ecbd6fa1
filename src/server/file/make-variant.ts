import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import sharp from 'sharp';
import { limiter } from '#src/lib/limiter.ts';
import type { PictureFormat, PictureWidth } from '#src/contract/rules/picture-variants.ts';
import { writeLog } from '#src/server/core/log.ts';
import { makeFolder } from '#src/server/core/make-folder.ts';
import { cannotWrite } from '#src/server/core/cannot-write.ts';
import { fileStore, isMissing, localPath, variantsOf } from './store.ts';

type Variant = { storeKey: string; width: PictureWidth; format: PictureFormat };

/** Maximum number of variants in progress, about a second of work; further requests get the original. */
const MAX_WAITING = 16;
/** Maximum size of a source, and time limit for one variant. */
const MAX_PIXELS = 60_000_000;
const MAX_SECONDS = 10;
/** Maximum number of remembered variants that cannot be made, or would be larger than the original. */
const MAX_UNUSABLE = 5_000;

// One at a time on one thread (see encode-picture.ts), so that exams are not slowed down.
const enter = limiter(1);
type Outcome = 'made' | 'busy' | 'never';
const inProgress = new Map<string, Promise<Outcome>>();
const unusable = new Set<string>();

/** Returns the store key of a variant. */
export const variantKey = ({ storeKey, width, format }: Variant) => `${variantsOf(storeKey)}/${width}.${format}`;

/**
 * Makes a variant of a picture and stores it; concurrent requests for the same variant share the work.
 * @returns `made`; `busy`: too many are in progress, the original is missing or storage cannot be written, retry later; `never`: it cannot be made,
 *   use the original
 */
export async function makeVariant(variant: Variant): Promise<Outcome> {
  const key = variantKey(variant);
  if (unusable.has(key)) return 'never';
  let making = inProgress.get(key);
  if (!making) {
    if (inProgress.size >= MAX_WAITING) return 'busy';
    making = make(variant, key).finally(() => inProgress.delete(key));
    inProgress.set(key, making);
  }
  return making;
}

async function make({ storeKey, width, format }: Variant, key: string): Promise<Outcome> {
  const leave = await enter();
  try {
    const original = await read(storeKey);
    const picture = sharp(original, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .autoOrient()
      .resize({ width, withoutEnlargement: true })
      .timeout({ seconds: MAX_SECONDS });
    // Effort 2: an eighth of the time of the default, for a tenth more bytes.
    const bytes = await (
      format === 'avif' ? picture.avif({ quality: 55, effort: 2 }) : picture.webp({ quality: 80 })
    ).toBuffer();
    if (bytes.length < original.length) {
      await store(key, bytes, `image/${format}`);
      return 'made';
    }
  } catch (error) {
    // A picture that cannot be decoded here is served unchanged.
    writeLog('warn', { msg: 'a picture could not be made smaller', key, error: String(error) });
    if (cannotWrite(error) || isMissing(error)) return 'busy';
  } finally {
    leave();
  }
  if (unusable.size >= MAX_UNUSABLE) unusable.clear();
  unusable.add(key);
  return 'never';
}

async function read(storeKey: string): Promise<Buffer> {
  const path = localPath(storeKey);
  return path ? readFile(path) : Buffer.from(await (await fileStore()).getBytes(storeKey));
}

/**
 * Writes atomically, because another process may serve the file concurrently, and responses are cached indefinitely.
 */
async function store(key: string, bytes: Buffer, contentType: string): Promise<void> {
  const path = localPath(key);
  if (!path) return (await fileStore()).put(key, bytes, { contentType, contentLength: bytes.length });
  makeFolder(dirname(path));
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, bytes);
  await rename(draft, path);
}
