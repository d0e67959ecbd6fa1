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
      // A connection that cannot even roll back is thrown away, and its transaction with it.
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

async function transaction<T>(
  begin: string,
  fn: (db: NodePgDatabase, client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const { db, client, end } = await open(begin);
  let result: T;
  try {
    result = await fn(db, client);
  } catch (error) {
    await end('ROLLBACK');
    throw withoutValues(error);
  }
  await end('COMMIT');
  return result;
}

function beginFor(enterpriseId: string): string {
  if (!UUID.test(enterpriseId)) throw new Error(`Not an enterprise id: ${enterpriseId}`);
  return `BEGIN; SET LOCAL app.enterprise_id = '${enterpriseId}'`;
}

type InTenant<T> = (db: TenantDb, client: pg.PoolClient) => Promise<T>;

/**
 * Runs `fn` in one transaction that sees the rows of one tenant: the only way to a tenant's data (design section 5).
 * The answer of `fn` is returned after COMMIT, so what it acknowledges is durable.
 */
export function withTenant<T>(enterpriseId: string, fn: InTenant<T>): Promise<T> {
  return transaction(beginFor(enterpriseId), (db, client) => fn(db as TenantDb, client));
}

/**
 * The same for statements that are prepared by name and look up rows by keys: they are planned once for each connection
 * instead of each time, which for the larger ones takes longer than running them. PostgreSQL would not choose so by
 * itself, because it takes an array it does not know for ten rows. Not for what needs to know a value to be planned well.
 */
export function withPrepared<T>(enterpriseId: string, fn: InTenant<T>): Promise<T> {
  const begin = `${beginFor(enterpriseId)}; SET LOCAL plan_cache_mode = force_generic_plan`;
  return transaction(begin, (db, client) => fn(db as TenantDb, client));
}

/** The connection of a transaction, for statements that drizzle has no words for (prepared by name, jobs). */
export function pgClientOf(db: TenantDb): pg.PoolClient {
  return (db as unknown as { $client: pg.PoolClient }).$client;
}

/** Runs `fn` in one transaction on the global tables. Only `server/account`, `server/company`, `server/site` and imports need it. */
export function withPortal<T>(fn: (db: PortalDb, client: pg.PoolClient) => Promise<T>): Promise<T> {
  return transaction('BEGIN', (db, client) => fn(db as PortalDb, client));
}

/** A tenant transaction that several calls share, opened by the first of them. See `sharedTransaction`. */
export type SharedTransaction = {
  run<T>(fn: (db: TenantDb) => Promise<T> | T): Promise<T>;
  /** Ends it, once everything that uses it is done. Nothing happens when nothing used it. */
  end(how: 'COMMIT' | 'ROLLBACK'): Promise<void>;
};

let enterPage: ReturnType<typeof limiter> | undefined;

/** SQLSTATE of a statement that would write in a transaction that only reads. */
const READ_ONLY = '25006';

/**
 * One page render makes all its calls in one transaction, which reads one snapshot of the database (docs/decisions/011). A
 * call that turns out to write is made once more, in a transaction of its own; those after it read a new snapshot.
 */
export function sharedTransaction(enterpriseId: string): SharedTransaction {
  const begin = beginFor(enterpriseId);
  const beginSnapshot = begin.replace('BEGIN', 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  // Some connections stay free for calls: a storm of pages starves neither the exam hall nor a page's own side calls.
  enterPage ??= limiter(Math.max(1, settings().databasePool - 4));
  let leave: (() => void) | undefined;
  let opened: Promise<Transaction> | undefined;
  const start = async () => {
    leave = await enterPage!();
    return open(beginSnapshot);
  };
  // A connection answers one query at a time, so the calls of a page take turns on it.
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
          // PostgreSQL refuses every further statement of a transaction in which one failed, and what was written by a call
          // that failed must not stay. The error page that is now rendered makes calls too.
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
        // Failing to open was already reported to the call that tried.
        const transaction = await opened?.catch(() => undefined);
        await transaction?.end(how);
      } finally {
        leave?.();
      }
    },
  };
}
