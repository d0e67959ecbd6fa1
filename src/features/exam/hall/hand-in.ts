import { ApiError } from '#src/client/api-error.ts';
import type { AnswerQueue } from './answer-queue.ts';
import { isRefusal, type Entry, type Settlement } from './save-protocol.ts';

/**
 * Result of submitting. `takenOver`: another window is the writer and submits; `rejected`: an answer was not accepted,
 * and the candidate can correct it first; `gone`: the attempt no longer exists; `stopped`: the page has left the hall.
 */
export type Outcome = 'closed' | 'takenOver' | 'rejected' | 'gone' | 'stopped';

type Options = {
  queue: AnswerQueue;
  /** Submits, with the last entries. */
  submit(entries: Entry[]): Promise<Settlement>;
  isStopped(): boolean;
  /** Resolves when the next attempt is due. */
  pause(ms: number): Promise<void>;
  /** Stop if an answer is not accepted, so that the candidate can correct it. */
  stopAtRejection: boolean;
};

/** Retry delay, ms. */
const RETRY_MS = 3_000;

/**
 * Submits with all unsettled answers: the backlog is saved in as many requests as necessary, and the submit request
 * contains the rest. Repeats until the server confirms, because a repeated submit returns the same receipt.
 */
export async function handIn({ queue, submit, isStopped, pause, stopAtRejection }: Options): Promise<Outcome> {
  const known = queue.rejected.length;
  /** Whether the submit request contains entries. */
  let carries = true;
  /** Whether more saves are possible. */
  let saves = true;
  while (!isStopped()) {
    try {
      if (saves && !(await queue.drain({ everything: !carries }))) return 'takenOver';
      if (stopAtRejection && queue.rejected.length > known) return 'rejected';
      queue.settle(await submit(carries ? queue.next() : []));
      return 'closed';
    } catch (error) {
      const code = error instanceof ApiError ? error.code : 0;
      if (code === 409) return 'takenOver';
      if (code === 403 || code === 404) return 'gone';
      if (isRefusal(error) && carries) {
        // Saving one request after the other identifies rejected entries; then the submit request omits them.
        carries = false;
        continue;
      }
      if (code === 429 && saves) {
        // The attempt has no saves left. Submitting is always possible, with the entries that fit into one request.
        saves = false;
        continue;
      }
      await pause(Math.max(RETRY_MS, error instanceof ApiError ? error.retryAfter * 1_000 : 0));
    }
  }
  return 'stopped';
}
