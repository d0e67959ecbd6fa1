import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { appPool } from './pool.ts';

declare const scope: unique symbol;
/** A transaction that sees one tenant's rows and no others. */
export type TenantDb = NodePgDatabase & { readonly [scope]: 'tenant' };
/** A transaction on the global tables (`portal.*`); it sees no tenant's rows at all. */
export type PortalDb = NodePgDatabase & { readonly [scope]: 'portal' };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const handles = new WeakMap<pg.PoolClient, NodePgDatabase>();

async function transaction<T>(begin: string, fn: (db: NodePgDatabase, client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await appPool().connect();
  let db = handles.get(client);
  if (!db) handles.set(client, (db = drizzle({ client })));
  let broken: Error | undefined;
  try {
    await client.query(begin);
    const result = await fn(db, client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((lost: Error) => (broken = lost));
    throw error;
  } finally {
    client.release(broken);
  }
}

/**
 * Runs `fn` in one transaction that sees the rows of one tenant: the only way to a tenant's data (design section 5).
 * The answer of `fn` is returned after COMMIT, so what it acknowledges is durable.
 */
export function withTenant<T>(enterpriseId: string, fn: (db: TenantDb, client: pg.PoolClient) => Promise<T>): Promise<T> {
  if (!UUID.test(enterpriseId)) throw new Error(`Not an enterprise id: ${enterpriseId}`);
  return transaction(`BEGIN; SET LOCAL app.enterprise_id = '${enterpriseId}'`, (db, client) => fn(db as TenantDb, client));
}

/** Runs `fn` in one transaction on the global tables. Only `server/account`, `server/site` and imports need it. */
export function withPortal<T>(fn: (db: PortalDb, client: pg.PoolClient) => Promise<T>): Promise<T> {
  return transaction('BEGIN', (db, client) => fn(db as PortalDb, client));
}
