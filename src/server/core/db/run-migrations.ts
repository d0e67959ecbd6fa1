import { setTimeout as sleep } from 'node:timers/promises';
import { readMigrationFiles, type MigrationMeta } from 'drizzle-orm/migrator';
import type pg from 'pg';
import { OperatorError } from '../operator-error.ts';

/** First line of a migration without a transaction: each statement commits by itself and must be repeatable. */
const NO_TRANSACTION = '-- no transaction';
/**
 * How long a statement waits for a lock; later queries of that table wait behind it. Less than `deadlock_timeout` (1 s),
 * so that in a deadlock the migration is cancelled and not a request.
 */
const LOCK_TIMEOUT = '500ms';
const MAX_TRIES = 240;
const RETRY_MS = 500;

/** Forces row level security again on tables where a migration has lifted it. */
const FORCE_ROW_SECURITY = `
do $$ declare t text; begin
  for t in select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
           where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relrowsecurity and not c.relforcerowsecurity loop
    execute format('alter table public.%I force row level security', t);
  end loop;
end $$`;

/**
 * Applies the pending migrations of a folder, as recorded in drizzle's journal, without blocking a database in use
 * (docs/contributing.md): each migration runs in its own transaction or, when it begins with `-- no transaction`, in none;
 * no statement waits for a lock for more than half a second, because all other queries of that table would wait behind it.
 * Statements that did not get a lock or were cancelled by a deadlock are repeated.
 * @param client session of the owner that holds the migration lock; `lock_timeout` remains set in it
 * @returns how many migrations were applied
 * @throws Error of PostgreSQL when a migration fails; a transaction is rolled back completely
 */
export async function runMigrations(client: pg.Client, folder: string): Promise<number> {
  await client.query(`create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`);
  await refuseEarlier(client, folder);
  const pending = await pendingMigrations(client, folder);
  await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`);
  for (const migration of pending) {
    if (migration.sql[0]!.startsWith(NO_TRANSACTION)) await applyStatements(client, migration);
    else await retryOnLock(() => applyTransaction(client, migration));
  }
  return pending.length;
}

/** @throws OperatorError for a database from before the first migration of this folder, whose own migrations are not here any more */
async function refuseEarlier(client: pg.Client, folder: string): Promise<void> {
  const { rows } = await client.query<{ last: string | null }>(
    'select max(created_at) as last from drizzle.__drizzle_migrations',
  );
  const first = readMigrationFiles({ migrationsFolder: folder })[0]!.folderMillis;
  if (rows[0]!.last === null || Number(rows[0]!.last) >= first) return;
  throw new OperatorError(
    'The database is of a version that this one cannot continue. Start the last version before the baseline migration once (docs/operations.md, section "Upgrade"), then this one.',
  );
}

/** Returns the migrations of a folder that are not applied; the table of applied migrations exists. */
async function pendingMigrations(client: pg.Client, folder: string): Promise<MigrationMeta[]> {
  const { rows } = await client.query<{ last: string | null }>(
    'select max(created_at) as last from drizzle.__drizzle_migrations',
  );
  return readMigrationFiles({ migrationsFolder: folder }).filter(
    ({ folderMillis }) => folderMillis > Number(rows[0]!.last ?? 0),
  );
}

/** Whether the database has migrations of a newer release: its rules are newer, too. */
export async function isNewer(client: pg.Client, folder: string): Promise<boolean> {
  const { rows } = await client.query<{ last: string | null }>(
    'select max(created_at) as last from drizzle.__drizzle_migrations',
  );
  return readMigrationFiles({ migrationsFolder: folder }).every(
    ({ folderMillis }) => folderMillis < Number(rows[0]!.last ?? 0),
  );
}

/** Whether all migrations of a folder are applied; changes nothing. */
export async function isMigrated(client: pg.Client, folder: string): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as exists`,
  );
  return rows[0]!.exists && (await pendingMigrations(client, folder)).length === 0;
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
      // It blocks no query and waits for all open transactions: a timeout would only leave an invalid index behind.
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

/** Repeats `run` while it fails with a lock timeout (55P03) or a deadlock (40P01), by default for at most two minutes. */
export async function retryOnLock<T>(run: () => Promise<T>, maxTries = MAX_TRIES): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await run();
    } catch (error) {
      const { code } = error as pg.DatabaseError;
      if ((code !== '55P03' && code !== '40P01') || tries === maxTries) throw error;
      await sleep(RETRY_MS);
    }
  }
}
