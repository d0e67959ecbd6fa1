import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clusterOf } from '#src/server/embedded-postgres/folder.ts';
import { readPostmaster } from '#src/server/embedded-postgres/postmaster.ts';
import { startEmbedded } from '#src/server/embedded-postgres/start-embedded.ts';
import { migrate } from '#src/server/core/db/migrate.ts';

/**
 * Nothing in this database outlives the run, so no statement waits for the disk. What happens when the power fails is tested by `npm run
 * test:fault`, with the settings of an installation.
 */
const WITHOUT_DISK = ['fsync = off', 'synchronous_commit = off', 'full_page_writes = off'];

/**
 * Global setup of the API tests: a PostgreSQL, that of `DATABASE_URL` if set, else an embedded one in a temporary
 * folder. Both projects of API tests share it: the second call does nothing.
 */
export default async function database() {
  if (process.env.API_TEST_DATABASE) return;
  process.env.API_TEST_DATABASE = 'started';
  const dataDir = mkdtempSync(join(tmpdir(), 'zhixing-test-'));
  process.env.DATA_DIR = dataDir;
  process.env.LOG_LEVEL = 'silent';
  // Closed or off by default where several enterprises share an installation, as they do here.
  process.env.ENTERPRISE_REGISTRATION = 'open';
  process.env.REHEARSAL_TAKERS = '2000';
  const given = process.env.DATABASE_URL;
  const embedded = given ? null : await startEmbedded({ dataDir, log: () => undefined });
  if (embedded) {
    const cluster = clusterOf(embedded.folder);
    appendFileSync(join(cluster, 'postgresql.conf'), `\n${WITHOUT_DISK.join('\n')}\n`);
    // Reads the file again.
    process.kill(readPostmaster(cluster)!.pid, 'SIGHUP');
  }
  const url = given ?? embedded!.url;
  await migrate(url, () => undefined);
  process.env.DATABASE_URL = url;
  return async () => {
    delete process.env.API_TEST_DATABASE;
    await embedded?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
