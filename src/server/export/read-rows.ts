import { sql, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { pgClientOf, type TenantDb } from '#src/server/core/db/tenant.ts';

/** Number of rows that are in memory at a time. */
export const ROWS_PER_BATCH = 1_000;

const dialect = new PgDialect();

/** Reads the rows of a statement through a cursor: all in one snapshot, `ROWS_PER_BATCH` at a time. */
export async function* readRows<Row extends object>(db: TenantDb, query: SQL): AsyncGenerator<Row, void> {
  const client = pgClientOf(db);
  const { sql: text, params: values } = dialect.sqlToQuery(sql`declare exported no scroll cursor for ${query}`);
  await client.query({ text, values });
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${ROWS_PER_BATCH} from exported`);
    yield* rows;
    if (rows.length < ROWS_PER_BATCH) break;
  }
  await client.query('close exported');
}
