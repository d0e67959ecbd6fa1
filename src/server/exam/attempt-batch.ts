import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { batchedPer } from '#src/lib/batched.ts';
import { databaseErrorOf, LOCK_NOT_AVAILABLE } from '#src/server/core/db/database-error.ts';

/**
 * How long a batch waits for the lock of an attempt, ms. Locks are held for milliseconds; one that is held longer belongs to a
 * transaction that no longer answers (decision 071).
 */
const LOCK_TIMEOUT = 2_000;
/** The same for a request alone. */
const LOCK_TIMEOUT_ALONE = 500;
/** Attempts whose lock was not available lately: they stay out of batches. */
const locked = new LRUCache<string, true>({ max: 10_000, ttl: 60_000 });
/** Requests that run alone at the same time: their connections are missing elsewhere. */
const alone = pLimit(2);

/** Runs requests about attempts of one tenant in one transaction. An `Error` in the list rejects only its own request. */
type Run<I, O> = (enterpriseId: string, items: I[], lockTimeout: number) => Promise<(O | Error)[]>;

/**
 * Lets simultaneous requests about attempts of one tenant share a transaction (decision 004). If the database rejects a value,
 * or an attempt is locked by somebody else, each request runs in a transaction of its own, so that only that one fails.
 * @param options those of `batched`
 */
export function attemptBatch<I extends { attemptId: string }, O>(
  run: Run<I, O>,
  options: { max: number; concurrency: number; every: number; enough?: number },
): (enterpriseId: string, item: I) => Promise<O> {
  const runAlone = async (enterpriseId: string, item: I): Promise<O> => {
    try {
      const [answer] = await alone(() => run(enterpriseId, [item], LOCK_TIMEOUT_ALONE));
      if (answer instanceof Error) throw answer;
      return answer as O;
    } catch (error) {
      if (codeOf(error) === LOCK_NOT_AVAILABLE) locked.set(item.attemptId, true);
      throw error;
    }
  };
  const inBatch = batchedPer<I, O>(async (enterpriseId, items) => {
    try {
      return await run(enterpriseId, items, LOCK_TIMEOUT);
    } catch (error) {
      // SQLSTATE classes 22 and 23: invalid data. Other errors concern the whole batch.
      if (!/^2[23]/.test(codeOf(error)) && codeOf(error) !== LOCK_NOT_AVAILABLE) throw error;
      return Promise.all(items.map((item) => runAlone(enterpriseId, item).catch((reason: unknown) => reason as Error)));
    }
  }, options);
  return (enterpriseId, item) =>
    locked.has(item.attemptId) ? runAlone(enterpriseId, item) : inBatch(enterpriseId, item);
}

const codeOf = (error: unknown) => databaseErrorOf(error)?.code ?? '';
