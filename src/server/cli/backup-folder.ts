import { createHash, type Hash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { errorText, OperatorError } from '#src/server/core/operator-error.ts';

/*
 * A backup is a folder: `manifest.json`, `SHA256SUMS` (readable by `sha256sum -c`), `database.tar.gz`, `files/` and `secret`.
 */

export const MANIFEST = 'manifest.json';
export const SUMS = 'SHA256SUMS';
export const DATABASE = 'database.tar.gz';
/** State of the demo import (demo.ts), which belongs to the database. */
export const DEMO = 'demo';
export const FILES = 'files';
export const SECRET = 'secret';
const FORMAT = 1;

const manifestSchema = z.object({
  format: z.literal(FORMAT),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  /** Version of the portal. */
  version: z.string(),
  /** Major version of PostgreSQL. */
  postgres: z.string(),
  /** Time stamp of the last migration in the database, as in `migrations/meta/_journal.json`. */
  migration: z.number(),
  /** Where the files were: `folder` if the backup contains them, else the bucket. */
  fileStore: z.string(),
  /** SHA-256 of `SHA256SUMS`. */
  sums: z.string(),
});
export type Manifest = z.output<typeof manifestSchema>;

/** Returns the fields of a manifest of this format. */
export const newManifest = (fields: Omit<Manifest, 'format'>): Manifest => ({ format: FORMAT, ...fields });

/**
 * Writes a stream to a new file that only its owner can read, and flushes it to disk.
 * @param through a transformation, such as compression
 * @returns SHA-256 of what was written
 */
export async function writeHashed(path: string, content: Readable, ...through: Transform[]): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(path, 'wx', 0o600);
  try {
    await pipeline([content, ...through, hashing(hash), file.createWriteStream({ flush: true })]);
  } finally {
    await file.close();
  }
  return hash.digest('hex');
}

function hashing(hash: Hash): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
}

/** Formats checksums as `sha256sum` does. @param sums SHA-256 by relative path */
export function formatSums(sums: Map<string, string>): string {
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, sum]) => `${sum}  ${path}\n`)
    .join('');
}

/**
 * Reads a backup and compares every file with its checksum.
 * @throws OperatorError when it is no backup, incomplete or changed
 */
export async function verifyBackup(folder: string, onFile: (done: number, all: number) => void): Promise<Manifest> {
  if (!existsSync(join(folder, MANIFEST)))
    throw new OperatorError(`${folder} is no complete backup: it contains no ${MANIFEST}.`);
  const manifest = readManifest(folder);
  if ((await sumOf(join(folder, SUMS))) !== manifest.sums)
    throw new OperatorError(`${folder} is damaged: ${SUMS} is not the one of ${MANIFEST}.`);
  const sums = new Map(
    readFileSync(join(folder, SUMS), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  );
  const found = new Set(filesOf(folder).filter((path) => path !== MANIFEST && path !== SUMS));
  const missing = [...sums.keys()].find((path) => !found.has(path));
  if (missing) throw new OperatorError(`${folder} is damaged: ${missing} is missing.`);
  const stray = [...found].find((path) => !sums.has(path));
  if (stray) throw new OperatorError(`${folder} is damaged: ${stray} is not part of the backup.`);
  let done = 0;
  for (const [path, sum] of sums) {
    if ((await sumOf(join(folder, path))) !== sum)
      throw new OperatorError(`${folder} is damaged: ${path} was changed.`);
    onFile(++done, sums.size);
  }
  return manifest;
}

function readManifest(folder: string): Manifest {
  try {
    return manifestSchema.parse(JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8')));
  } catch (error) {
    throw new OperatorError(
      `${join(folder, MANIFEST)} cannot be read (${errorText(error).split('\n')[0]}): it is damaged, or was written by a newer release.`,
    );
  }
}

async function sumOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Lists the files below a folder, as relative paths with `/`. */
export function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .split(sep)
        .join('/'),
    );
}
