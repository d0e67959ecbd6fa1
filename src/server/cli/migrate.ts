import { isForOperator } from '#src/server/core/operator-error.ts';
import { readSettings } from '#src/server/core/settings.ts';
import { prepareDataDir, requireDatabase } from './data-dir.ts';
import { migrateDatabase, openDatabase } from './open-database.ts';
import { progress } from './progress.ts';

/* `npm run migrate`: migrates the database to the current schema and exits. `npm start` does this, too, and creates the database. */

const { step } = progress();
try {
  const settings = await step('settings', () => {
    const read = readSettings(process.env);
    requireDatabase(read);
    if (!read.databaseUrl) prepareDataDir(read.dataDir);
    return read;
  });
  const database = await step('database', (at) => openDatabase(settings, at, console.error));
  try {
    await step('schema', async (at) => {
      const applied = await migrateDatabase(database);
      at.detail(applied ? `${applied} applied` : 'current');
    });
  } finally {
    await database.stop();
  }
} catch (error) {
  if (!isForOperator(error)) console.error(error);
  process.exitCode = 1;
}
