import { existsSync, readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT = new Set([
  '.html',
  '.css',
  '.js',
  '.mjs',
  '.json',
  '.svg',
  '.txt',
  '.xml',
  '.webmanifest',
  '.wasm',
  '.vtt',
]);
/** Smaller files are not compressed, because that does not save a packet. */
const MIN_BYTES = 1_024;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * Writes `.br` and `.gz` beside every text file of a folder, at the highest compression level, once per build instead of per
 * request. Compressed files that would not be smaller are omitted.
 * @returns how many files were compressed
 */
export async function compressFolder(folder: string): Promise<number> {
  if (!existsSync(folder)) return 0;
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXT.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
  const results = await Promise.all(paths.map(compressFile));
  return results.filter(Boolean).length;
}

async function compressFile(path: string): Promise<boolean> {
  const bytes = await readFile(path);
  if (bytes.length < MIN_BYTES) return false;
  const [br, gz] = await Promise.all([
    brotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
    zip(bytes, { level: 9 }),
  ]);
  if (br.length < bytes.length) await writeFile(`${path}.br`, br);
  if (gz.length < bytes.length) await writeFile(`${path}.gz`, gz);
  return br.length < bytes.length;
}
