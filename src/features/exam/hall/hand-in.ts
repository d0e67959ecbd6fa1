import { ApiError } from '#src/client/api-error.ts';
import type { AnswerQueue } from './answer-queue.ts';
import { isRefusal, type Entry, type Settlement } from './save-protocol.ts';

/**
 * How handing in ended. `takenOver`: another window is the writer, and hands in; `rejected`: an answer was not accepted,
 * and the person may correct it first; `gone`: there is no such attempt any more; `stopped`: the page has left the hall.
 */
export type Outcome = 'closed' | 'takenOver' | 'rejected' | 'gone' | 'stopped';

type Options = {
  queue: AnswerQueue;
  /** Hands in, with the last entries. */
  submit(entries: Entry[]): Promise<Settlement>;
  isStopped(): boolean;
  /** Resolves when it is time to try again. */
  pause(ms: number): Promise<void>;
  /** Stop when an answer is not accepted, so that the person can correct it. */
  stopAtRejection: boolean;
};

/** Pause before trying again, ms. */
const RETRY_MS = 3_000;

/**
 * Hands in with everything unsettled: the backlog is saved in as many requests as it takes, and the submit carries the
 * rest. Repeats until the server has said so, because a repeat gets the same receipt.
 */
export async function handIn({ queue, submit, isStopped, pause, stopAtRejection }: Options): Promise<Outcome> {
  const known = queue.rejected.length;
  /** Whether the submit carries entries. */
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
        // Saved one request after the other, what is refused comes to light; then the submit goes without.
        carries = false;
        continue;
      }
      if (code === 429 && saves) {
        // The attempt has no saves left. Handing in is always possible, with what fits into one request.
        saves = false;
        continue;
      }
      await pause(Math.max(RETRY_MS, error instanceof ApiError ? error.retryAfter * 1_000 : 0));
    }
  }
  return 'stopped';
}
