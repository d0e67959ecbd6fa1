import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import sharp from 'sharp';
import { limiter } from '#src/lib/limiter.ts';
import type { PictureFormat, PictureWidth } from '#src/lib/picture-variants.ts';
import { writeLog } from '#src/server/core/log.ts';
import { fileStore, localPath, variantsOf } from './store.ts';

type Wish = { storeKey: string; width: PictureWidth; format: PictureFormat };

/** Pictures that wait to be made; whoever asks for one more gets the original. About a second of work. */
const MOST_WAITING = 16;
/** Pixels of a source that is decoded at all, and seconds of work on one. */
const MAX_PIXELS = 60_000_000;
const MAX_SECONDS = 10;
/** Names of pictures of which no smaller one can be made, or none that weighs less. */
const MOST_HOPELESS = 5_000;

// One at a time on one thread (see encode-picture.ts): the exam hall goes before covers.
const enter = limiter(1);
const underWay = new Map<string, Promise<boolean>>();
const hopeless = new Set<string>();

/** Where a smaller picture is kept. */
export const variantKey = ({ storeKey, width, format }: Wish) => `${variantsOf(storeKey)}/${width}.${format}`;

/**
 * Makes a smaller picture and keeps it; the second who asks meanwhile waits for the first.
 * @returns `made`; `busy`: too many are waiting, later it may be there; `never`: the original will have to do
 */
export async function makeVariant(wish: Wish): Promise<'made' | 'busy' | 'never'> {
  const key = variantKey(wish);
  if (hopeless.has(key)) return 'never';
  let making = underWay.get(key);
  if (!making) {
    if (underWay.size >= MOST_WAITING) return 'busy';
    making = make(wish, key).finally(() => underWay.delete(key));
    underWay.set(key, making);
  }
  return (await making) ? 'made' : 'never';
}

async function make({ storeKey, width, format }: Wish, key: string): Promise<boolean> {
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
      await keep(key, bytes, `image/${format}`);
      return true;
    }
  } catch (error) {
    // What cannot be read is shown as it is, by whoever can.
    writeLog('warn', { msg: 'a picture could not be made smaller', key, error: String(error) });
  } finally {
    leave();
  }
  if (hopeless.size >= MOST_HOPELESS) hopeless.clear();
  hopeless.add(key);
  return false;
}

async function read(storeKey: string): Promise<Buffer> {
  const path = localPath(storeKey);
  return path ? readFile(path) : Buffer.from(await (await fileStore()).getBytes(storeKey));
}

/** Whole or not at all: another process may be asked for it at this very moment, and answers are cached for good. */
async function keep(key: string, bytes: Buffer, contentType: string): Promise<void> {
  const path = localPath(key);
  if (!path) return (await fileStore()).put(key, bytes, { contentType, contentLength: bytes.length });
  await mkdir(dirname(path), { recursive: true });
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, bytes);
  await rename(draft, path);
}
