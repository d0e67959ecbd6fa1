import pg from 'pg';

/**
 * Gathers the statistics of all tables after a large import. Without them a statement that is planned once per connection takes every table for a
 * small one until PostgreSQL gathers them by itself, which it does for no table of less than 50 changed rows (docs/decisions/138).
 * @param ownerUrl connection string of the owner; PostgreSQL skips tables of others
 */
export async function analyze(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'zhixing-analyze' });
  await client.connect();
  try {
    await client.query('analyze');
  } finally {
    await client.end();
  }
}
