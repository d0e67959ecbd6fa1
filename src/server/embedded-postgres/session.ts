import { realpathSync } from 'node:fs';
import pg from 'pg';
import { errorCode, errorText, OperatorError } from '#src/server/core/operator-error.ts';
import type { Access } from './access.ts';
import { clusterOf, type DatabaseFolder } from './folder.ts';
import { HOST } from './launch.ts';

/**
 * Key of the advisory lock that every portal process of a cluster holds shared; the last one can get it exclusively.
 * Arbitrary.
 */
const USERS_LOCK = 7_204_052;

/** Codes of temporary errors (starting, shutting down, too many connections), after which connecting is retried. */
const TEMPORARY_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
]);

/**
 * Opens a superuser session on the server at a port and takes the shared lock that counts this process as a user of the
 * cluster.
 * @returns the session, or undefined while the server is temporarily unavailable
 * @throws OperatorError when the port belongs to another server, or the passwords are rejected
 */
export async function joinServer(folder: DatabaseFolder, access: Access, port: number): Promise<pg.Client | undefined> {
  const client = new pg.Client({
    host: HOST,
    port,
    user: 'postgres',
    password: access.superuser,
    database: 'postgres',
    application_name: 'zhixing-keeper',
    ssl: false,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    options: '-c idle_session_timeout=0 -c statement_timeout=0 -c lock_timeout=0',
  });
  // While joining, the failing query reports errors; afterwards the caller listens to 'end'.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ folder: string }>("select current_setting('data_directory') as folder");
    if (realpathSync(rows[0]!.folder) !== realpathSync(clusterOf(folder.path))) {
      throw new OperatorError(
        `Port ${port} belongs to the database in ${rows[0]!.folder} and not to that in ${clusterOf(folder.path)}.`,
      );
    }
    await client.query('select pg_advisory_lock_shared($1)', [USERS_LOCK]);
    return client;
  } catch (error) {
    client.end().catch(() => undefined); // it is already broken
    if (error instanceof OperatorError) throw error;
    const code = errorCode(error) ?? '';
    if (TEMPORARY_ERRORS.has(code) || /Connection terminated|timeout expired/.test(errorText(error))) return undefined;
    if (code === '28P01' || code === '28000') {
      throw new OperatorError(
        `The database server at port ${port} refuses the passwords of ${clusterOf(folder.path)}/access.json: stop that server, remove the file, and start again, then new passwords are set.`,
      );
    }
    throw error;
  }
}

/**
 * Releases the shared lock of this process.
 * @returns true when it was the last user of the cluster; then no process can join until the session ends
 */
export async function leaveServer(session: pg.Client): Promise<boolean> {
  await session.query('select pg_advisory_unlock_shared($1)', [USERS_LOCK]);
  const { rows } = await session.query<{ last: boolean }>('select pg_try_advisory_lock($1) as last', [USERS_LOCK]);
  return rows[0]!.last;
}
