import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { limiter } from '#src/lib/limiter.ts';
import { databaseErrorOf, withoutValues, DEADLOCK } from './database-error.ts';
import { appPool, laneSize, type Lane } from './pool.ts';

declare const scope: unique symbol;
/** A transaction that sees one tenant's rows and no others. */
export type TenantDb = NodePgDatabase & { readonly [scope]: 'tenant' };
/** A transaction on the global tables (`portal.*`); it sees no tenant's rows at all. */
export type PortalDb = NodePgDatabase & { readonly [scope]: 'portal' };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const handles = new WeakMap<pg.PoolClient, NodePgDatabase>();

type Transaction = { db: NodePgDatabase; client: pg.PoolClient; end(how: 'COMMIT' | 'ROLLBACK'): Promise<void> };

async function open(begin: string, lane?: Lane): Promise<Transaction> {
  const client = await appPool(lane).connect();
  let db = handles.get(client);
  if (!db) handles.set(client, (db = drizzle({ client })));
  sendTogether(client);
  // Not waited for here: it travels with the first statement. Without it that statement sees no tenant and fails, too.
  const begun = client.query(begin);
  begun.catch(() => undefined);
  const end: Transaction['end'] = async (how) => {
    let broken: Error | undefined;
    let ended: string = how;
    try {
      const answer = client.query(how);
      answer.catch(() => undefined);
      await begun;
      ended = (await answer).command;
    } catch (error) {
      broken = error as Error;
      // A connection that cannot roll back is closed, which also ends its transaction.
      if (how === 'COMMIT') throw withoutValues(error);
    } finally {
      client.release(broken);
    }
    // PostgreSQL answers COMMIT of a transaction that has failed with ROLLBACK, and without an error.
    if (how === 'COMMIT' && ended !== 'COMMIT') throw new Error(`The transaction was not committed: ${ended}`);
  };
  return { db, client, end };
}

/**
 * What is sent before the event loop goes on travels in one packet: each packet costs a system call here, and wakes a process of
 * PostgreSQL there.
 */
function sendTogether(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** How often such a transaction is repeated. */
const REPEATS = 2;
/** Shortest time before it is repeated, ms. */
const REPEAT_AFTER_MS = 20;

/**
 * Names the statement that the transaction ends with: COMMIT is sent without waiting for its answer. When it fails, PostgreSQL
 * rolls back, and the transaction throws its error.
 */
type Last = (statement: Promise<unknown>) => void;

const ignore = () => undefined;

async function transaction<T>(
  begin: string,
  fn: (db: NodePgDatabase, client: pg.PoolClient, last: Last) => Promise<T>,
  lane?: Lane,
  repeats = REPEATS,
): Promise<T> {
  const { db, client, end } = await open(begin, lane);
  let last: Promise<unknown> = Promise.resolve();
  let isCommitting = false;
  try {
    const result = await fn(db, client, (statement) => {
      // Awaited below, unless `fn` fails itself.
      statement.catch(ignore);
      last = statement;
    });
    isCommitting = true;
    const committed = end('COMMIT');
    committed.catch(ignore);
    await last;
    await committed;
    return result;
  } catch (error) {
    if (!isCommitting) await end('ROLLBACK');
    if (repeats === 0 || databaseErrorOf(error)?.code !== DEADLOCK) throw withoutValues(error);
    // The other transaction goes on first: otherwise this one may take the lock for which that one waits.
    await sleep(REPEAT_AFTER_MS * (1 + Math.random()));
    return transaction(begin, fn, lane, repeats - 1);
  }
}

function beginFor(enterpriseId: string): string {
  if (!UUID.test(enterpriseId)) throw new Error(`Not an enterprise id: ${enterpriseId}`);
  return `BEGIN; SET LOCAL app.enterprise_id = '${enterpriseId}'`;
}

type InTenant<T> = (db: TenantDb, client: pg.PoolClient, last: Last) => Promise<T>;

/**
 * Runs `fn` in one transaction that sees the rows of one tenant only; all access to tenant data goes through here
 * (docs/architecture.md, section "Tenancy"). The result of `fn` is returned after COMMIT, so what it acknowledges is
 * durable. After a deadlock `fn` runs again: it changes nothing but the database.
 * @param options.lockTimeout how long a statement waits for a lock, ms; by default that of the session
 * @param options.lane the connections that it uses; by default the shared ones
 * @throws the error of `fn` after a rollback, without parameter values; Error of PostgreSQL when COMMIT fails
 */
export function withTenant<T>(
  enterpriseId: string,
  fn: InTenant<T>,
  { lockTimeout, lane }: { lockTimeout?: number; lane?: Lane } = {},
): Promise<T> {
  const limit = lockTimeout === undefined ? '' : `; SET LOCAL lock_timeout = ${lockTimeout}`;
  return transaction(beginFor(enterpriseId) + limit, (db, client, last) => fn(db as TenantDb, client, last), lane);
}

/**
 * Like `withTenant`, for named prepared statements that look up rows by key: each is planned once per connection instead of at
 * every execution, because planning the larger ones takes longer than executing them. PostgreSQL does not choose a generic plan by
 * itself, because it estimates ten rows for an array parameter (docs/decisions/027). Not for statements whose plan depends on a value.
 */
export function withPrepared<T>(enterpriseId: string, fn: InTenant<T>): Promise<T> {
  const begin = `${beginFor(enterpriseId)}; SET LOCAL plan_cache_mode = force_generic_plan`;
  return transaction(begin, (db, client, last) => fn(db as TenantDb, client, last));
}

/** A statement that is planned once per connection. `name` belongs to one text. */
export type Prepared = { name: string; text: string; values: unknown[] };

/**
 * Reads with named prepared statements, as in `withPrepared`. They are sent with BEGIN and COMMIT without waiting for an answer in
 * between.
 * @returns the rows of each statement
 * @throws the error of the first statement that fails, without parameter values
 */
export async function readPrepared<Rows extends unknown[][]>(
  enterpriseId: string,
  statements: { [N in keyof Rows]: Prepared },
): Promise<Rows> {
  const { results } = await withPrepared(enterpriseId, (_db, client, last) => {
    const all = Promise.all((statements as Prepared[]).map((statement) => client.query(statement)));
    last(all);
    return Promise.resolve({ results: all });
  });
  return (await results).map(({ rows }) => rows as unknown[]) as Rows;
}

/**
 * Runs one statement without BEGIN and COMMIT: one exchange with the database instead of three. It calls a function of the schema
 * `portal` that selects the tenant itself, for this statement only, or concerns tables of `portal` alone. Repeated after a deadlock. The rows
 * are returned after it was committed.
 */
export async function runOnce<R extends pg.QueryResultRow>(
  statement: Prepared,
  lane: Lane,
  repeats = REPEATS,
): Promise<R[]> {
  try {
    return (await appPool(lane).query<R>(statement)).rows;
  } catch (error) {
    if (repeats === 0 || databaseErrorOf(error)?.code !== DEADLOCK) throw withoutValues(error);
    await sleep(REPEAT_AFTER_MS * (1 + Math.random()));
    return runOnce(statement, lane, repeats - 1);
  }
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
 * @param prepare changes what the page shows: then nothing is stored, neither these changes nor those of its calls (docs/decisions/102)
 */
export function sharedTransaction(enterpriseId: string, prepare?: (db: TenantDb) => Promise<void>): SharedTransaction {
  if (prepare) return previewTransaction(enterpriseId, prepare);
  const begin = beginFor(enterpriseId);
  const beginSnapshot = begin.replace('BEGIN', 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  // The other connections are for calls: a page makes some outside this transaction.
  pageLimiter ??= limiter(Math.max(1, laneSize('shared') - 2));
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

/** How long a preview waits for rows that others are changing, ms. */
const PREVIEW_LOCK_MS = 2_000;

/** A transaction for one page in which something is prepared, and which is always rolled back. */
function previewTransaction(enterpriseId: string, prepare: (db: TenantDb) => Promise<void>): SharedTransaction {
  const begin = `${beginFor(enterpriseId)}; SET LOCAL lock_timeout = ${PREVIEW_LOCK_MS}`;
  pageLimiter ??= limiter(Math.max(1, laneSize('shared') - 2));
  let leave: (() => void) | undefined;
  let opened: Promise<Transaction> | undefined;
  const start = async () => {
    leave = await pageLimiter!();
    const transaction = await open(begin);
    try {
      await prepare(transaction.db as TenantDb);
      await transaction.client.query('SAVEPOINT prepared');
      return transaction;
    } catch (error) {
      await transaction.end('ROLLBACK');
      throw withoutValues(error);
    }
  };
  let turn: Promise<unknown> = Promise.resolve();
  return {
    run(fn) {
      const mine = turn.then(async () => {
        const { db, client } = await (opened ??= start());
        try {
          return await fn(db as TenantDb);
        } catch (error) {
          if (databaseErrorOf(error)) await client.query('ROLLBACK TO SAVEPOINT prepared');
          throw withoutValues(error);
        }
      });
      turn = mine.catch(() => undefined);
      return mine;
    },
    async end() {
      await turn;
      try {
        await (await opened?.catch(() => undefined))?.end('ROLLBACK');
      } finally {
        leave?.();
      }
    },
  };
}
