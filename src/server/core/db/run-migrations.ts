import { setTimeout as sleep } from 'node:timers/promises';
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator';
import type pg from 'pg';

/** First line of a migration that is no transaction: each of its statements commits, and may be run again. */
const NO_TRANSACTION = '-- no transaction';
/**
 * How long a statement waits for a lock, and everything that comes after it behind it. Less than `deadlock_timeout` (1 s),
 * so that of a deadlock it is the migration that gives up and not a request.
 */
const LOCK_TIMEOUT = '500ms';
const MAX_TRIES = 240;
const RETRY_MS = 500;

/** Forces row level security wherever a migration has lifted it. */
const FORCE_ROW_SECURITY = `
do $$ declare t text; begin
  for t in select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
           where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relrowsecurity and not c.relforcerowsecurity loop
    execute format('alter table public.%I force row level security', t);
  end loop;
end $$`;

/**
 * Applies the migrations of a folder that are not applied yet, in the journal of drizzle, and in a way that a database in
 * use bears (docs/contributing.md): each migration is a transaction of its own or, when it begins with `-- no transaction`,
 * none; nothing waits for a lock for more than half a second, because all other queries of that table would wait behind it.
 * What got no lock, or ended in a deadlock, is tried again.
 * @param client session of the owner that holds the lock of migrations; `lock_timeout` stays set in it
 * @returns how many were applied
 * @throws Error of PostgreSQL when a migration fails; of a transaction nothing remains
 */
export async function runMigrations(client: pg.Client, folder: string): Promise<number> {
  await client.query(`create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`);
  const { rows } = await client.query<{ last: string | null }>(
    'select max(created_at) as last from drizzle.__drizzle_migrations',
  );
  const pending = readMigrationFiles({ migrationsFolder: folder }).filter(
    ({ folderMillis }) => folderMillis > Number(rows[0]!.last ?? 0),
  );
  await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`);
  for (const migration of pending) {
    if (migration.sql[0]!.startsWith(NO_TRANSACTION)) await applyStatements(client, migration);
    else await retryOnLock(() => applyTransaction(client, migration));
  }
  return pending.length;
}

async function applyTransaction(client: pg.Client, migration: MigrationMeta): Promise<void> {
  await client.query('begin');
  try {
    for (const statement of migration.sql) await client.query(statement);
    await record(client, migration);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function applyStatements(client: pg.Client, migration: MigrationMeta): Promise<void> {
  try {
    for (const statement of migration.sql) {
      // It blocks nobody, and waits for every transaction under way: a limit would only leave an invalid index behind.
      const concurrent = /\bindex concurrently\b/i.test(statement);
      await client.query(`set lock_timeout = '${concurrent ? '0' : LOCK_TIMEOUT}'`);
      await retryOnLock(() => client.query(statement));
    }
    await record(client, migration);
  } finally {
    await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`);
    await retryOnLock(() => client.query(FORCE_ROW_SECURITY));
  }
}

const record = (client: pg.Client, { hash, folderMillis }: MigrationMeta) =>
  client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, folderMillis]);

/** Tries again what found a table in use (55P03) or was chosen to end a deadlock (40P01). */
export async function retryOnLock<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await run();
    } catch (error) {
      const { code } = error as pg.DatabaseError;
      if ((code !== '55P03' && code !== '40P01') || tries === MAX_TRIES) throw error;
      await sleep(RETRY_MS);
    }
  }
}
