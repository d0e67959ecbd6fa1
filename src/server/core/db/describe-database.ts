import pg from 'pg';

/** What a database contains, whatever release its schema is of. */
export interface DatabaseContent {
  /** Major version of PostgreSQL, e.g. `18`. */
  postgres: string;
  /** Time stamp of the last migration, as in `migrations/meta/_journal.json`. */
  migration: number;
  /** Keys of the enterprises, in order. */
  enterprises: string[];
}

/**
 * Reads version, last migration and enterprises of a database, for backups.
 * @param url connection string of the owner
 * @throws Error of PostgreSQL when it was never migrated
 */
export async function describeDatabase(url: string): Promise<DatabaseContent> {
  const client = new pg.Client({ connectionString: url, application_name: 'zhixing-describe' });
  await client.connect();
  try {
    const { rows } = await client.query<{ version: number; migration: string; enterprises: string[] }>(`
      select current_setting('server_version_num')::int / 10000 as version,
             (select max(created_at) from drizzle.__drizzle_migrations) as migration,
             (select coalesce(array_agg(key order by key), '{}') from portal.enterprise) as enterprises`);
    const { version, migration, enterprises } = rows[0]!;
    return { postgres: String(version), migration: Number(migration), enterprises };
  } finally {
    await client.end();
  }
}
