import { dev } from 'astro';
import { closePool } from '#src/server/core/db/pool.ts';
import { isForOperator } from '#src/server/core/operator-error.ts';
import { readSettings } from '#src/server/core/settings.ts';
import { prepareDataDir } from './data-dir.ts';
import { importDemo, openRegistration, wantsDemo } from './demo.ts';
import { migrateDatabase, openDatabase } from './open-database.ts';
import { progress } from './progress.ts';

/*
 * `npm run dev`: the same database and demo tenants as `npm start`, with Astro's development server: pages and islands are
 * rebuilt when they change. Without CSP, page cache and jobs, which must be tested with `npm start`.
 */

const { step } = progress();
try {
  const settings = readSettings(process.env);
  prepareDataDir(settings.dataDir);
  const database = await step('database', (at) => openDatabase(settings, at, console.error));
  await step('schema', async (at) => at.detail(`${await migrateDatabase(database)} applied`));
  process.env.DATABASE_URL = database.url;
  const { folder } = database;
  if (folder && (await wantsDemo(folder, settings.demo))) {
    await step('demo', (at) => importDemo(folder, at, new AbortController().signal));
  }
  openRegistration(folder);
  await closePool();
  const server = await dev({ server: { host: settings.host, port: settings.port } });
  const stop = async () => {
    await server.stop();
    await database.stop();
    process.exit(0);
  };
  process.once('SIGINT', () => void stop());
  process.once('SIGTERM', () => void stop());
} catch (error) {
  if (!isForOperator(error)) console.error(error);
  process.exit(1);
}
