import pg from 'pg';
import { settings } from '../settings.ts';

/** The role every portal query runs as: neither owner, superuser nor BYPASSRLS (design section 5). */
export const APP_ROLE = 'zhixing_app';

let pool: pg.Pool | undefined;

/**
 * The one pool of this process. Only `server/db` may touch it; everything else goes through `withTenant` or
 * `withPortal`. The session starts as `zhixing_app`, so that even `RESET ROLE` stays behind row level security.
 */
export function appPool(): pg.Pool {
  if (pool) return pool;
  const url = process.env.DATABASE_URL;
  if (!url) throw new Error('DATABASE_URL is not set: start the portal with `npm start`.');
  pool = new pg.Pool({
    connectionString: url,
    max: settings().databasePool,
    options: `-c role=${APP_ROLE} -c synchronous_commit=on -c timezone=UTC`,
    application_name: 'zhixing',
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
  });
  // One that ends while a transaction holds it, between two queries, has nobody else to tell: unheard, that would end the
  // process. The transaction finds out at its next query.
  pool.on('connect', (client) => client.on('error', () => undefined));
  // A database restart ends idle connections; the pool replaces them, the process must not die of it.
  pool.on('error', (error) =>
    console.error(JSON.stringify({ level: 'warn', msg: 'database connection lost', error: error.message })),
  );
  return pool;
}

/** Ends all connections. Called once, when the process drains. */
export async function closePool(): Promise<void> {
  const ending = pool;
  pool = undefined;
  await ending?.end();
}

/**
 * Refuses a database whose application role could see other tenants' rows.
 * @throws Error with one line saying what is wrong.
 */
export async function checkAppRole(): Promise<void> {
  const { rows } = await appPool().query<{
    role: string;
    super: boolean;
    bypass: boolean;
    owns: boolean;
    version: number;
  }>(`
    select current_user as role, r.rolsuper as super, r.rolbypassrls as bypass,
           exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
                   where n.nspname in ('public', 'portal') and c.relowner = r.oid) as owns,
           current_setting('server_version_num')::int as version
    from pg_roles r where r.rolname = current_user`);
  const found = rows[0]!;
  if (found.super || found.bypass || found.owns) {
    const why = found.super ? 'is a superuser' : found.bypass ? 'has BYPASSRLS' : 'owns the tables';
    throw new Error(
      `The database role "${found.role}" ${why}, so it could read every tenant: the portal does not start with it.`,
    );
  }
}
