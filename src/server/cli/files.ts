import { parseArgs } from 'node:util';
import { closePool } from '#src/server/core/db/pool.ts';
import { isForOperator, OperatorError } from '#src/server/core/operator-error.ts';
import { readSettings } from '#src/server/core/settings.ts';
import { checkFiles } from '#src/server/file/check-files.ts';
import { moveFiles } from '#src/server/file/move-files.ts';
import { localStore, s3Store, storeName } from '#src/server/file/store.ts';
import { prepareDataDir, requireDatabase } from './data-dir.ts';
import { openDatabase } from './open-database.ts';
import { progress, type Step } from './progress.ts';

/*
 * `npm run files -- move --to s3|local [--delete-source]`: copies all files between `DATA_DIR/files` and the bucket of `S3_*`
 * (docs/operations.md). `npm run files -- check`: lists files that the database names and the store in use does not have.
 */

const USAGE = 'usage: npm run files -- move --to s3|local [--delete-source]\n       npm run files -- check';
/** Maximum number of files that are listed by name. */
const SHOWN = 20;

const { step, say } = progress();
try {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { to: { type: 'string' }, 'delete-source': { type: 'boolean', default: false } },
  });
  const command = positionals.join(' ');
  if (command === 'move' && (values.to === 's3' || values.to === 'local'))
    await move(values.to, values['delete-source']);
  else if (command === 'check' && !values.to) await check();
  else throw new OperatorError(USAGE);
} catch (error) {
  // A failing step has printed its reason.
  if (error instanceof OperatorError && error.message === USAGE) say(USAGE);
  else if (error instanceof TypeError && 'code' in error) say(`${error.message}\n${USAGE}`);
  else if (!isForOperator(error)) console.error(error);
  process.exitCode = 1;
}

async function move(to: 's3' | 'local', deleteSource: boolean): Promise<void> {
  await step('settings', () => {
    const read = readSettings(process.env);
    if (!read.s3) throw new OperatorError('S3_BUCKET is not set: give this command the S3_* settings of the bucket.');
    prepareDataDir(read.dataDir);
  });
  const [source, target] = to === 's3' ? [localStore(), await s3Store()] : [await s3Store(), localStore()];
  await step('files', async (at) => {
    const moved = await moveFiles(source, target, {
      deleteSource,
      onFile: ({ copied, present }) => at.now(`${copied} copied, ${present} already there`),
    });
    const { copied, present, bytes, failed } = moved;
    const megabytes = (bytes / 1e6).toFixed(1);
    noteAll(
      at,
      failed.map(({ key, reason }) => `${key}: ${reason}`),
    );
    if (failed.length > 0)
      throw new OperatorError(
        `${failed.length} files could not be copied (${copied} copied, ${present} already there): run the command again.`,
      );
    at.detail(
      `${copied} copied, ${present} already there, ${megabytes} MB verified${deleteSource ? ', source deleted' : ''}`,
    );
  });
}

async function check(): Promise<void> {
  const settings = await step('settings', () => {
    const read = readSettings(process.env);
    requireDatabase(read);
    return read;
  });
  const database = await step('database', (at) => openDatabase(settings, at, console.error));
  process.env.DATABASE_URL = database.url;
  try {
    await step('files', async (at) => {
      const { files, missing } = await checkFiles();
      noteAll(at, missing);
      if (missing.length > 0)
        throw new OperatorError(`${missing.length} of ${files} files are missing from ${storeName()}.`);
      at.detail(`${files} files are in ${storeName()}`);
    });
  } finally {
    await closePool();
    await database.stop();
  }
}

function noteAll(at: Step, lines: string[]): void {
  for (const line of lines.slice(0, SHOWN)) at.note(line);
  if (lines.length > SHOWN) at.note(`… and ${lines.length - SHOWN} more`);
}
