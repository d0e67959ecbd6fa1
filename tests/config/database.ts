import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbedded } from '#src/server/embedded-postgres/start-embedded.ts';
import { migrate } from '#src/server/core/db/migrate.ts';

/** A real PostgreSQL for the API tests: `DATABASE_URL` when it is set, else an embedded one in a folder of its own. */
export default async function database() {
  const dataDir = mkdtempSync(join(tmpdir(), 'zhixing-test-'));
  process.env.DATA_DIR = dataDir;
  process.env.LOG_LEVEL = 'silent';
  const given = process.env.DATABASE_URL;
  const embedded = given ? null : await startEmbedded({ dataDir, log: () => undefined });
  const url = given ?? embedded!.url;
  await migrate(url, () => undefined);
  process.env.DATABASE_URL = url;
  return async () => {
    await embedded?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
