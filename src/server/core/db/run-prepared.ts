import type { SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { pgClientOf, type TenantDb } from './tenant.ts';

const dialect = new PgDialect();

/**
 * Runs a hand-written statement as a named prepared statement, which each connection plans once (see `withPrepared`). Unlike
 * `db.execute`, instants come back as `Date`.
 * @param name of this text: a text that varies with its values has no name
 */
export async function runPrepared<Row extends pg.QueryResultRow>(
  db: TenantDb,
  name: string,
  statement: SQL,
): Promise<Row[]> {
  const { sql: text, params: values } = dialect.sqlToQuery(statement);
  const { rows } = await pgClientOf(db).query<Row>({ name, text, values });
  return rows;
}
