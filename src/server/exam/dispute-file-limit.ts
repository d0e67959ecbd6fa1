import { AppError } from '#src/server/core/app-error.ts';
import type { Limit } from '#src/server/core/rate-limit.ts';
import { DISPUTE_FILES } from './limits.ts';

/** Key and limit of the dispute files that one person receives. */
export const disputeFileLimit = (enterpriseId: string, userId: string): [string, Limit] => [
  `exam:pack:${enterpriseId}:${userId}`,
  DISPUTE_FILES,
];

/** People to whom this process is sending a dispute file, with the time at which it began, ms of the monotonic clock. */
const receiving = new Map<string, number>();
/** A connection that died without a word does not keep its owner from trying again for longer than this. */
const FORGOTTEN_MS = 10 * 60_000;

/**
 * Only this process knows: with `PROCESSES` of them a person may receive as many dispute files at once, within `DISPUTE_FILES` of all of them.
 * @throws AppError 429 while this process sends this person another dispute file
 */
export function refuseSecond(userId: string): void {
  const since = receiving.get(userId);
  if (since !== undefined && performance.now() - since < FORGOTTEN_MS)
    throw new AppError(429, 'packUnderWay', { retryAfter: 5 });
}

/** Notes that a dispute file is being sent to a person. @returns to be called when it is over; calling it again does nothing */
export function beginReceiving(userId: string): () => void {
  refuseSecond(userId);
  const since = performance.now();
  receiving.set(userId, since);
  return () => {
    if (receiving.get(userId) === since) receiving.delete(userId);
  };
}
