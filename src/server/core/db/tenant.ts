import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { limiter } from '#src/lib/limiter.ts';
import { settings } from '../settings.ts';
import { databaseErrorOf, withoutValues } from './database-error.ts';
import { appPool } from './pool.ts';

declare const scope: unique symbol;
/** A transaction that sees one tenant's rows and no others. */
export type TenantDb = NodePgDatabase & { readonly [scope]: 'tenant' };
/** A transaction on the global tables (`portal.*`); it sees no tenant's rows at all. */
export type PortalDb = NodePgDatabase & { readonly [scope]: 'portal' };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const handles = new WeakMap<pg.PoolClient, NodePgDatabase>();

type Transaction = { db: NodePgDatabase; client: pg.PoolClient; end(how: 'COMMIT' | 'ROLLBACK'): Promise<void> };

async function open(begin: string): Promise<Transaction> {
  const client = await appPool().connect();
  let db = handles.get(client);
  if (!db) handles.set(client, (db = drizzle({ client })));
  const end: Transaction['end'] = async (how) => {
    let broken: Error | undefined;
    try {
      await client.query(how);
    } catch (error) {
      broken = error as Error;
      // A connection that cannot roll back is closed, which also ends its transaction.
      if (how === 'COMMIT') throw withoutValues(error);
    } finally {
      client.release(broken);
    }
  };
  try {
    await client.query(begin);
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
  return { db, client, end };
}

/** SQLSTATE of a transaction that PostgreSQL has ended because it and another one waited for each other. */
const DEADLOCK = '40P01';
/** How often such a transaction is repeated. */
const REPEATS = 2;

async function transaction<T>(
  begin: string,
  fn: (db: NodePgDatabase, client: pg.PoolClient) => Promise<T>,
  repeats = REPEATS,
): Promise<T> {
  const { db, client, end } = await open(begin);
  let result: T;
  try {
    result = await fn(db, client);
  } catch (error) {
    await end('ROLLBACK');
    if (repeats > 0 && databaseErrorOf(error)?.code === DEADLOCK) return transaction(begin, fn, repeats - 1);
    throw withoutValues(error);
  }
  await end('COMMIT');
  return result;
}

/** @throws Error for anything else than the id of an enterprise */
export function checkEnterpriseId(enterpriseId: string): void {
  if (!UUID.test(enterpriseId)) throw new Error(`Not an enterprise id: ${enterpriseId}`);
}

function beginFor(enterpriseId: string): string {
  checkEnterpriseId(enterpriseId);
  return `BEGIN; SET LOCAL app.enterprise_id = '${enterpriseId}'`;
}

type InTenant<T> = (db: TenantDb, client: pg.PoolClient) => Promise<T>;

/**
 * Runs `fn` in one transaction that sees the rows of one tenant only; all access to tenant data goes through here (design
 * section 5). The result of `fn` is returned after COMMIT, so what it acknowledges is durable. After a deadlock `fn` runs
 * again: it changes nothing but the database.
 * @param options.lockTimeout how long a statement waits for a lock, ms; by default that of the session
 * @throws the error of `fn` after a rollback, without parameter values; Error of PostgreSQL when COMMIT fails
 */
export function withTenant<T>(
  enterpriseId: string,
  fn: InTenant<T>,
  { lockTimeout }: { lockTimeout?: number } = {},
): Promise<T> {
  const limit = lockTimeout === undefined ? '' : `; SET LOCAL lock_timeout = ${lockTimeout}`;
  return transaction(beginFor(enterpriseId) + limit, (db, client) => fn(db as TenantDb, client));
}

/**
 * Returns the connection of a transaction, for statements that drizzle cannot express (named prepared statements,
 * jobs).
 */
export function pgClientOf(db: TenantDb): pg.PoolClient {
  return (db as unknown as { $client: pg.PoolClient }).$client;
}

/** Runs `fn` in one transaction on the global tables; rows of tenants are not visible in it. */
export function withPortal<T>(fn: (db: PortalDb, client: pg.PoolClient) => Promise<T>): Promise<T> {
  return transaction('BEGIN', (db, client) => fn(db as PortalDb, client));
}

/** A tenant transaction that several calls share; the first one opens it. See `sharedTransaction`. */
export type SharedTransaction = {
  run<T>(fn: (db: TenantDb) => Promise<T> | T): Promise<T>;
  /** Waits for the calls that use it and ends it. Does nothing if it was never opened. */
  end(how: 'COMMIT' | 'ROLLBACK'): Promise<void>;
};

let pageLimiter: ReturnType<typeof limiter> | undefined;

/** SQLSTATE of a statement that writes in a read-only transaction. */
const READ_ONLY = '25006';

/**
 * Creates the transaction in which one page render runs all its calls; it reads one snapshot of the database
 * (docs/decisions/011). A call that writes is repeated in its own transaction; the calls after it read a new snapshot.
 */
export function sharedTransaction(enterpriseId: string): SharedTransaction {
  const begin = beginFor(enterpriseId);
  const beginSnapshot = begin.replace('BEGIN', 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  // Some connections are reserved for API calls: a peak of page views must not block saves of exams or calls that a
  // page
  // makes outside this transaction.
  pageLimiter ??= limiter(Math.max(1, settings().databasePool - 4));
  let leave: (() => void) | undefined;
  let opened: Promise<Transaction> | undefined;
  const start = async () => {
    leave = await pageLimiter!();
    return open(beginSnapshot);
  };
  // A connection runs one query at a time, so the calls of a page run one after another.
  let turn: Promise<unknown> = Promise.resolve();
  return {
    run(fn) {
      const mine = turn.then(async () => {
        const { db, client } = await (opened ??= start());
        let wrote = false;
        try {
          try {
            return await fn(db as TenantDb);
          } catch (error) {
            if (databaseErrorOf(error)?.code !== READ_ONLY) throw error;
            wrote = true;
            await client.query(`ROLLBACK; ${begin}`);
            const result = await fn(db as TenantDb);
            await client.query(`COMMIT; ${beginSnapshot}`);
            return result;
          }
        } catch (error) {
          // PostgreSQL rejects every further statement of a failed transaction, and the writes of a failed call must be
          // rolled back. The error page that is rendered next makes calls, too.
          if (databaseErrorOf(error) || wrote) await client.query(`ROLLBACK; ${beginSnapshot}`);
          throw withoutValues(error);
        }
      });
      turn = mine.catch(() => undefined);
      return mine;
    },
    async end(how) {
      await turn;
      try {
        // A failure to open was already reported to the first call.
        const transaction = await opened?.catch(() => undefined);
        await transaction?.end(how);
      } finally {
        leave?.();
      }
    },
  };
}
