import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { writeLog } from '../log.ts';
import { QUEUES } from '../jobs/queues.ts';
import { applyRules } from './apply-rules.ts';
import { definerRolesSql } from './definer-roles.ts';
import { APP_ROLE } from './pool.ts';
import { isMigrated, isNewer, retryOnLock, runMigrations } from './run-migrations.ts';

/** Folder of the migrations. */
export const MIGRATIONS = process.env.MIGRATIONS_DIR ?? fileURLToPath(new URL('./migrations', import.meta.url));
/**
 * Key of the advisory lock: of several processes that start at the same time one migrates, the others wait. Arbitrary.
 */
const MIGRATION_LOCK = 7_204_051;

/** PostgreSQL 18 has `uuidv7()`; for 16 and 17 it is created in SQL. */
const UUIDV7 = `
do $$ begin
  if to_regproc('pg_catalog.uuidv7') is null then
    create or replace function public.uuidv7() returns uuid language sql volatile parallel safe as $f$
      select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
        52, 1), 53, 1), 'hex')::uuid $f$;
  end if;
end $$`;

/**
 * Runs after every migration: enables and forces row level security on every table of `public`, because all of them
 * belong to tenants, and sets the grants. A new table is therefore always covered. Partitions are in a schema that the
 * portal's role cannot use.
 */
export const SECURE = `
do $$ declare t record; begin
  if not exists (select from pg_roles where rolname = '${APP_ROLE}') then
    create role ${APP_ROLE} nologin nosuperuser nobypassrls;
  end if;
  if not pg_has_role(current_user, '${APP_ROLE}', 'SET') then
    execute format('grant ${APP_ROLE} to %I', current_user);
  end if;
  grant usage on schema public, portal to ${APP_ROLE};
  grant select, insert, update, delete on all tables in schema public, portal to ${APP_ROLE};
  for t in select c.relname, exists (select from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname
                                     and p.policyname = 'tenant') as done,
                  exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'enterprise_id'
                          and a.attnotnull) as tenanted
           from pg_class c join pg_namespace n on n.oid = c.relnamespace
           where n.nspname = 'public' and c.relkind in ('r', 'p') loop
    if not t.tenanted then
      raise exception 'table public.% has no enterprise_id: global tables belong in schema portal', t.relname;
    end if;
    if not t.done then
      execute format('alter table public.%I enable row level security', t.relname);
      execute format('alter table public.%I force row level security', t.relname);
      execute format($p$create policy tenant on public.%I
        using (enterprise_id = (select nullif(current_setting('app.enterprise_id', true), '')::uuid))
        with check (enterprise_id = (select nullif(current_setting('app.enterprise_id', true), '')::uuid))$p$, t.relname);
    end if;
  end loop;
  -- Ledger, audit log, consents, the log of requests and the journals of exams are append-only for the portal itself, too.
  revoke update, delete on public.ledger_entry, public.audit_log, public.user_consent, public.flow_log from ${APP_ROLE};
  -- The schema of an earlier release, in tests of migrations, has not all of them yet.
  if to_regclass('public.exam_journal') is not null then
    revoke update, delete on public.exam_journal from ${APP_ROLE};
  end if;
  -- A statement that was issued does not change; it is deleted with the data of its person.
  if to_regclass('public.annual_statement') is not null then
    revoke update on public.annual_statement from ${APP_ROLE};
  end if;
  if to_regclass('public.audit_subject') is not null then
    revoke update, delete on public.audit_subject from ${APP_ROLE};
  end if;
  -- Only the trigger of the ledger writes its totals.
  revoke insert, update, delete on public.ledger_total, public.ranking_total from ${APP_ROLE};
end $$`;

/** Creates the partitions of the coming months in a new database; later the retention sweep does. */
const PARTITIONS = `
do $$ declare parent text; begin
  for parent in select relname from pg_class where relkind = 'p' and relnamespace = 'public'::regnamespace loop
    while portal.create_partition(parent) is not null loop end loop;
  end loop;
end $$`;

/**
 * Migrates the database to the current schema and rules, then enables and forces row level security on all tenant tables. Processes
 * that start at the same time wait for the first one.
 * @param ownerUrl connection string of a login that may create tables and roles
 * @returns how many migrations this call applied
 * @throws Error of PostgreSQL when a migration fails; see run-migrations.ts
 */
export async function migrate(ownerUrl: string, log: (line: string) => void): Promise<{ applied: number }> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'zhixing-migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(UUIDV7);
    const applied = await runMigrations(client, MIGRATIONS);
    await retryOnLock(() => client.query(SECURE));
    if (!(await isNewer(client, MIGRATIONS)))
      for (const domain of await retryOnLock(() => applyRules(client))) log(`rules of ${domain} applied`);
    await retryOnLock(() => client.query(definerRolesSql(APP_ROLE)));
    if (applied > 0) await client.query(PARTITIONS);
    await client.query(`grant execute on function portal.create_partition, portal.drop_partition to ${APP_ROLE}`);
    await installJobs(ownerUrl);
    await client.query(`grant usage on schema pgboss to ${APP_ROLE};
      grant select, insert, update, delete on all tables in schema pgboss to ${APP_ROLE};
      grant execute on all functions in schema pgboss to ${APP_ROLE}`);
    // Read by `/readyz`.
    await client.query(`grant usage on schema drizzle to ${APP_ROLE};
      grant select on drizzle.__drizzle_migrations to ${APP_ROLE}`);
    if (applied > 0) log(`${applied} migrations applied`);
    return { applied };
  } finally {
    await client.end();
  }
}

/** Whether the database has the current schema; changes nothing. */
export async function hasCurrentSchema(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: 'zhixing-check' });
  await client.connect();
  try {
    return await isMigrated(client, MIGRATIONS);
  } finally {
    await client.end();
  }
}

/**
 * Creates the tables of pg-boss with its own migrations, and the queues: the application role may not create either.
 */
async function installJobs(ownerUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, supervise: false, schedule: false, max: 1 });
  boss.on('error', (error) => writeLog('error', { msg: 'job tables', error: String(error) }));
  await boss.start();
  for (const [queue, options] of Object.entries(QUEUES)) await boss.createQueue(queue, options);
  await boss.stop({ graceful: false });
}
