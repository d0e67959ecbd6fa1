import { cpSync, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import journal from '../core/db/migrations/meta/_journal.json' with { type: 'json' };
import { describeDatabase } from '#src/server/core/db/describe-database.ts';
import { isForOperator, OperatorError } from '#src/server/core/operator-error.ts';
import { readSettings, type Settings } from '#src/server/core/settings.ts';
import { restoreTarget, type RestoreTarget, unpackCluster } from '#src/server/embedded-postgres/restore-cluster.ts';
import { DATABASE, DEMO, FILES, type Manifest, SECRET, verifyBackup } from './backup-folder.ts';
import { prepareDataDir } from './data-dir.ts';
import { openDatabase } from './open-database.ts';
import { progress } from './progress.ts';

/*
 * `npm run restore -- FOLDER [--force]`: restores a backup of `npm run backup` into `DATA_DIR` (docs/operations.md). Existing
 * data is not overwritten; with `--force` it is renamed.
 */

const USAGE = 'usage: npm run restore -- FOLDER [--force]';
/** Parts of a backup that are in `DATA_DIR` itself. */
const PARTS = [FILES, SECRET];

const { step, say } = progress();
try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { force: { type: 'boolean', default: false } },
  });
  if (positionals.length === 1) await restore(resolve(positionals[0]!), values.force);
  else {
    say(USAGE);
    process.exitCode = 2;
  }
} catch (error) {
  if (error instanceof TypeError && 'code' in error) say(`${error.message}\n${USAGE}`);
  else if (!isForOperator(error)) console.error(error);
  process.exitCode = 1;
}

async function restore(folder: string, force: boolean): Promise<void> {
  const settings = await step('settings', () => {
    const read = readSettings(process.env);
    if (read.databaseUrl)
      throw new OperatorError(
        'DATABASE_URL is set: this command restores the embedded database. Restore an external PostgreSQL with its own tools.',
      );
    prepareDataDir(read.dataDir);
    return read;
  });
  const { dataDir } = settings;
  const manifest = await step('backup', async (at) => {
    const found = await verifyBackup(folder, (done, all) => at.now(`${done} of ${all} files verified`));
    at.detail(`of ${found.createdAt}, version ${found.version}, all checksums match`);
    return found;
  });
  const target = await step('target', async (at) => {
    const found = await restoreTarget(dataDir, at.note);
    checkTarget(found, manifest, dataDir, force);
    at.detail(dataDir);
    return found;
  });
  await step('data', async (at) => {
    const oldName = (name: string) => `${name}.before-restore-${process.pid}`;
    // Everything is unpacked beside its place first, so that a full disk leaves the existing data in use.
    const cluster = await unpackCluster(target, join(folder, DATABASE));
    try {
      for (const part of PARTS) copyPart(join(folder, part), join(dataDir, draftOf(part)));
    } catch (error) {
      cluster.discard();
      for (const part of PARTS) rmSync(join(dataDir, draftOf(part)), { recursive: true, force: true });
      throw error;
    }
    const old = join(target.folder.path, oldName('cluster'));
    if (target.exists) at.note(`the existing database was renamed to ${old}`);
    cluster.place(oldName('cluster'));
    copyPart(join(folder, DEMO), join(target.folder.path, DEMO));
    for (const part of PARTS) {
      const place = join(dataDir, part);
      if (!existsSync(join(dataDir, draftOf(part)))) continue;
      if (existsSync(place)) {
        renameSync(place, oldName(place));
        at.note(`${place} was renamed to ${oldName(place)}`);
      }
      renameSync(join(dataDir, draftOf(part)), place);
    }
    if (manifest.fileStore !== 'folder')
      at.note(`the files are not in the backup: they were in the ${manifest.fileStore}`);
  });
  await step('database', async (at) => at.detail(await describe(settings, at.note)));
  say('\nRestored. Start the portal as usual: it migrates an older backup to the current schema.');
}

function draftOf(part: string): string {
  return `${part}.restoring`;
}

function copyPart(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true }); // of an interrupted restore
  if (existsSync(from)) cpSync(from, to, { recursive: true });
}

function checkTarget(target: RestoreTarget, manifest: Manifest, dataDir: string, force: boolean): void {
  if (manifest.postgres !== target.major)
    throw new OperatorError(
      `The backup was written by PostgreSQL ${manifest.postgres}, this release brings ${target.major}: restore it with the release that wrote it (version ${manifest.version}).`,
    );
  if (manifest.migration > journal.entries.at(-1)!.when)
    throw new OperatorError(
      `The backup was written by a newer release (version ${manifest.version}): restore it with that release.`,
    );
  const files = join(dataDir, FILES);
  const existing = [
    ...(target.exists ? ['a database'] : []),
    ...(existsSync(files) && readdirSync(files).length > 0 ? ['files'] : []),
  ];
  if (existing.length > 0 && !force)
    throw new OperatorError(
      `${dataDir} already contains ${existing.join(' and ')}: set DATA_DIR to an empty folder, or add --force, which renames what is there.`,
    );
}

/** Starts the restored database once: PostgreSQL replays the WAL of the backup. @returns its content, as a text */
async function describe(settings: Settings, note: (line: string) => void): Promise<string> {
  const database = await openDatabase(settings, { note, detail: () => undefined, now: () => undefined }, note);
  try {
    const { enterprises: keys } = await describeDatabase(database.ownerUrl);
    return `${keys.length} ${keys.length === 1 ? 'enterprise' : 'enterprises'}: ${keys.slice(0, 10).join(', ')}${keys.length > 10 ? ', …' : ''}`;
  } finally {
    await database.stop();
  }
}
