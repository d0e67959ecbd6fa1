import pg from 'pg';
import { writeLog } from '../log.ts';
import { settings } from '../settings.ts';

/**
 * The role of every portal query: not the owner, not a superuser, without BYPASSRLS (docs/architecture.md, section
 * "Tenancy").
 */
export const APP_ROLE = 'zhixing_app';

/**
 * Limits of each session (decision 071). A transaction that no longer answers, e.g. of a process that was suspended or a machine
 * that is gone, must not block others: nobody waits longer than `lock_timeout` for its locks, and the server ends it. The settings of TCP apply to
 * connections over TCP only.
 */
const SESSION = {
  role: APP_ROLE,
  synchronous_commit: 'on',
  timezone: 'UTC',
  lock_timeout: '15s',
  idle_in_transaction_session_timeout: '2min',
  tcp_keepalives_idle: 30,
  tcp_keepalives_interval: 10,
  tcp_keepalives_count: 3,
};
const optionsOf = (session: Record<string, string | number>) =>
  Object.entries(session)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');

/**
 * What a connection is for. `session`: whose request it is; `exam`: answers, beats and submissions of running exams. Neither waits for
 * the pages, exports and jobs that use the `shared` ones, nor for each other (decision 074).
 */
export type Lane = 'shared' | 'exam' | 'session';

const pools = new Map<Lane, pg.Pool>();

/** Maximum number of connections of a lane, at least one; all together have `DATABASE_POOL`. */
export function laneSize(lane: Lane): number {
  const all = settings().databasePool;
  const exam = Math.floor(all / 3);
  const session = Math.floor(all / 6);
  return Math.max(1, { exam, session, shared: all - exam - session }[lane]);
}

/**
 * Returns a connection pool of this process. Only `core/db` uses it; other code calls `withTenant` or `withPortal`. The
 * session starts with role `zhixing_app`, so that row level security applies even after `RESET ROLE`. Statements that are sent
 * without waiting for each other travel in one packet (`pipeline`); PostgreSQL runs them in their order.
 * @throws Error when `DATABASE_URL` is not set
 */
export function appPool(lane: Lane = 'shared'): pg.Pool {
  const known = pools.get(lane);
  if (known) return known;
  const url = process.env.DATABASE_URL;
  if (!url) throw new Error('DATABASE_URL is not set: start the portal with `npm start`.');
  const pool = new pg.Pool({
    connectionString: url,
    max: laneSize(lane),
    // The statements of the other lanes are named and look up rows by key: they are planned once per connection.
    options: optionsOf(lane === 'shared' ? SESSION : { ...SESSION, plan_cache_mode: 'force_generic_plan' }),
    application_name: 'zhixing',
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    pipeline: true,
  });
  pools.set(lane, pool);
  // A connection that is lost between two queries of a transaction emits an error that nothing else handles, which
  // would
  // end the process. The transaction fails at its next query.
  pool.on('connect', (client) => client.on('error', () => undefined));
  // A database restart ends idle connections; the pool replaces them, and the process must continue.
  pool.on('error', (error) => writeLog('warn', { msg: 'database connection lost', error: error.message }));
  return pool;
}

/** Ends all connections. Called once, at shutdown. */
export async function closePool(): Promise<void> {
  const ending = [...pools.values()];
  pools.clear();
  await Promise.all(ending.map((pool) => pool.end()));
}

/**
 * Checks that row level security applies to the role of the pool.
 * @throws Error with one line when the role is a superuser, has BYPASSRLS or owns tables
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
