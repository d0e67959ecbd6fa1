import pg from 'pg';
import { startEmbedded } from '#src/server/db/embedded.ts';

/** One statement in the database of the portal under test, for what only an operator can bring about. */
export async function inDatabase(sql: string, values: unknown[]): Promise<void> {
  const embedded = await startEmbedded({ dataDir: process.env.E2E_DATA_DIR!, log: () => undefined });
  const client = new pg.Client({ connectionString: embedded.url });
  await client.connect();
  const { rowCount } = await client.query(sql, values);
  await client.end();
  await embedded.stop();
  if (rowCount !== 1) throw new Error(`${rowCount} rows: ${sql}`);
}
