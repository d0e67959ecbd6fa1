import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { describeDatabase } from '#src/server/core/db/describe-database.ts';
import { makeFolder } from '#src/server/core/make-folder.ts';
import { errorCode, isForOperator, OperatorError } from '#src/server/core/operator-error.ts';
import { readSettings, type Settings } from '#src/server/core/settings.ts';
import { startEmbedded } from '#src/server/embedded-postgres/start-embedded.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import {
  DATABASE,
  DEMO,
  FILES,
  filesOf,
  formatSums,
  MANIFEST,
  type Manifest,
  newManifest,
  SECRET,
  SUMS,
  writeHashed,
} from './backup-folder.ts';
import { prepareDataDir } from './data-dir.ts';
import { progress, type Step } from './progress.ts';

/*
 * `npm run backup -- FOLDER`: copies the embedded database and the files to a new folder, also while the portal runs
 * (docs/operations.md, decision 040). The folder has its name only when the backup is complete.
 */

const { step, say } = progress();
try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!isForOperator(error)) console.error(error);
  process.exitCode = 1;
}

async function main([target, ...more]: string[]): Promise<void> {
  if (!target || more.length > 0 || target.startsWith('-')) {
    say('usage: npm run backup -- FOLDER');
    process.exitCode = 2;
    return;
  }
  const folder = resolve(target);
  const draft = `${folder}.partial`;
  const settings = await step('settings', () => {
    const read = readSettings(process.env);
    checkTarget(read, folder, draft);
    prepareDataDir(read.dataDir);
    return read;
  });
  const sums = new Map<string, string>();
  const copyFiles = await step('folder', (at) => {
    makeFolder(dirname(folder));
    mkdirSync(draft, { mode: 0o700 });
    at.detail(folder);
    return copierOf(settings, draft, sums);
  });
  // Before the database, and again after it: a file that the copied database names existed at one of the two times.
  await step('files', copyFiles);
  const database = await step('database', (at) => backUpDatabase(settings, draft, sums, at));
  await step('files', copyFiles);
  await step('manifest', async (at) => {
    await copyIfPresent(join(settings.dataDir, SECRET), draft, SECRET, sums);
    const sumsHash = await writeText(join(draft, SUMS), formatSums(sums));
    const manifest = newManifest({
      createdAt: new Date().toISOString(),
      version: packageJson.version,
      ...database,
      fileStore: settings.s3 ? `bucket ${settings.s3.bucket}` : 'folder',
      sums: sumsHash,
    });
    await writeText(join(draft, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
    renameSync(draft, folder);
    at.detail(`${sums.size} files`);
    if (settings.s3)
      at.note(`the files are in the bucket ${settings.s3.bucket}: back it up with the tools of that store`);
    if (settings.appSecret) at.note('APP_SECRET is not part of the backup: keep it with your other secrets');
  });
}

function checkTarget({ databaseUrl, dataDir }: Settings, folder: string, draft: string): void {
  if (databaseUrl)
    throw new OperatorError(
      'DATABASE_URL is set: this command copies the embedded database. Back up an external PostgreSQL with its own tools, such as pg_dump or pg_basebackup, and the folder DATA_DIR/files or the bucket beside it.',
    );
  if (!existsSync(join(dataDir, 'database'))) throw new OperatorError(`DATA_DIR ${dataDir} contains no database.`);
  if (existsSync(folder)) throw new OperatorError(`${folder} exists: name a new folder.`);
  if (existsSync(draft)) throw new OperatorError(`${draft} is left of an interrupted backup: remove it.`);
  for (const part of [FILES, 'database'])
    if (folder.startsWith(join(dataDir, part) + sep))
      throw new OperatorError(`${folder} is inside of the data that is to be copied: name another folder.`);
}

/** Returns a function that copies the files that are new or have changed since its last call. */
function copierOf(settings: Settings, draft: string, sums: Map<string, string>): (at: Step) => Promise<void> {
  const root = join(settings.dataDir, FILES);
  const copied = new Map<string, string>();
  return async (at) => {
    if (settings.s3) return at.detail(`in the bucket ${settings.s3.bucket}, not copied`);
    let [count, bytes] = [0, 0];
    for (const path of existsSync(root) ? filesOf(root) : []) {
      if (path.startsWith('.ready-')) continue; // probes of `/readyz`
      const found = statSync(join(root, path), { throwIfNoEntry: false });
      const state = found && `${found.size} ${found.mtimeMs}`;
      if (!state || copied.get(path) === state) continue;
      const sum = await copyIfPresent(join(root, path), draft, `${FILES}/${path}`, sums);
      if (!sum) continue;
      copied.set(path, state);
      count += 1;
      bytes += found.size;
      at.now(`${count} copied`);
    }
    at.detail(`${count} copied, ${(bytes / 1e6).toFixed(1)} MB`);
  };
}

/** Copies a file. @returns its checksum, or undefined if it does not exist (any more) */
async function copyIfPresent(
  from: string,
  draft: string,
  path: string,
  sums: Map<string, string>,
): Promise<string | undefined> {
  const to = join(draft, path);
  const source = await openIfPresent(from);
  if (!source) return undefined;
  try {
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 });
    const sum = await writeHashed(`${to}.copying`, source.createReadStream());
    renameSync(`${to}.copying`, to);
    sums.set(path, sum);
    return sum;
  } finally {
    await source.close();
  }
}

async function openIfPresent(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function writeText(path: string, text: string): Promise<string> {
  return writeHashed(path, Readable.from([Buffer.from(text)]));
}

async function backUpDatabase(
  { dataDir }: Settings,
  draft: string,
  sums: Map<string, string>,
  at: Step,
): Promise<Pick<Manifest, 'postgres' | 'migration'>> {
  const embedded = await startEmbedded({ dataDir, log: at.note });
  try {
    const { postgres, migration } = await describeDatabase(embedded.url);
    const file = join(draft, DATABASE);
    // Level 1: a third of the time of the default, for a fifth more bytes.
    sums.set(DATABASE, await writeHashed(file, await embedded.backup(), createGzip({ level: 1 })));
    await copyIfPresent(join(embedded.folder, DEMO), draft, DEMO, sums);
    at.detail(`PostgreSQL ${postgres}, ${(statSync(file).size / 1e6).toFixed(1)} MB`);
    return { postgres, migration };
  } finally {
    await embedded.stop();
  }
}
