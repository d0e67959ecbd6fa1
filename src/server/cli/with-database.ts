import { readSettings, type Settings } from '#src/server/core/settings.ts';
import { prepareDataDir, requireDatabase } from './data-dir.ts';
import { migrateDatabase, openDatabase, type OpenDatabase } from './open-database.ts';
import type { Progress } from './progress.ts';

/**
 * Runs the work of a command on the database of this installation, which is left afterwards.
 * @throws OperatorError when there is no database yet; only `npm start` creates one
 * @param migrates false: whoever has started this process has migrated it, with a login that this process need not have
 */
export async function withDatabase(
  { step }: Progress,
  work: (settings: Settings, database: OpenDatabase) => Promise<void>,
  migrates = true,
): Promise<void> {
  const settings = await step('settings', () => {
    const read = readSettings(process.env);
    requireDatabase(read);
    prepareDataDir(read.dataDir);
    return read;
  });
  const database = await step('database', (at) => openDatabase(settings, at, console.error));
  try {
    if (migrates)
      await step('schema', async (at) => {
        const applied = await migrateDatabase(database);
        at.detail(applied ? `${applied} applied` : 'current');
      });
    process.env.DATABASE_URL = database.url;
    const { closePool } = await import('#src/server/core/db/pool.ts');
    try {
      await work(settings, database);
    } finally {
      await closePool();
    }
  } finally {
    await database.stop();
  }
}
