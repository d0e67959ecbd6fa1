import { migrate } from '../db/migrate.ts';
import { OperatorError } from '../operator-error.ts';
import { readSettings } from '../settings.ts';
import { prepareDataDir } from './data-dir.ts';
import { openDatabase } from './open-database.ts';
import { progress } from './progress.ts';

/* `npm run migrate`: brings the database to the current schema and does nothing else. `npm start` does it too. */

const { step } = progress();
try {
  const settings = readSettings(process.env);
  if (!settings.databaseUrl) prepareDataDir(settings.dataDir);
  const database = await step('database', (at) => openDatabase(settings, at, console.error));
  try {
    await step('schema', async (at) => {
      const { applied } = await migrate(database.ownerUrl, () => undefined);
      at.detail(applied ? `${applied} applied` : 'current');
    });
  } finally {
    await database.stop();
  }
} catch (error) {
  console.error(error instanceof OperatorError ? error.message : error);
  process.exitCode = 1;
}
