import pg from 'pg';
import journal from './migrations/meta/_journal.json' with { type: 'json' };
import { APP_ROLE } from './pool.ts';

const TIMEOUT_MS = 2_000;
/** The last migration of this release. */
const LAST_MIGRATION = journal.entries.at(-1)!.when;

/**
 * Asks the database whether it answers and has the migrations of this release, on a connection of its own: a pool that is
 * busy does not make a process unready.
 * @returns `behind` if migrations are missing; later ones, of a newer release, are no reason to stop serving
 */
export async function probeDatabase(): Promise<'ok' | 'behind' | 'unavailable'> {
  const client = new pg.Client({
    connectionString: process.env.DATABASE_URL,
    application_name: 'zhixing-ready',
    options: `-c role=${APP_ROLE}`,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  client.on('error', () => undefined); // the failing query reports it
  try {
    await client.connect();
    const { rows } = await client.query<{ last: string | null }>(
      'select max(created_at) as last from drizzle.__drizzle_migrations',
    );
    return Number(rows[0]!.last ?? 0) >= LAST_MIGRATION ? 'ok' : 'behind';
  } catch (error) {
    // Schema, table or the grant on it is missing: never migrated, or by a release without this check.
    return ['3F000', '42P01', '42501'].includes((error as pg.DatabaseError).code ?? '') ? 'behind' : 'unavailable';
  } finally {
    client.end().catch(() => undefined); // it was never open, or it is broken
  }
}
