import { availableParallelism } from 'node:os';
import { HashQueue } from './hash-queue.ts';

/** At most half of the cores, so that exams keep the other half even where priorities have no effect. */
export const HASHING_THREADS = Math.max(1, Math.floor(availableParallelism() / 2));
/** A few seconds of work; longer waits are rejected instead. */
const MAX_WAITING_PER_THREAD = 150;

const queue = new HashQueue({ threads: HASHING_THREADS, waiting: HASHING_THREADS * MAX_WAITING_PER_THREAD });

/**
 * Returns the hash of a new password as PHC string.
 * @throws AppError 429 `busy` when the queue is full
 */
export async function hashPassword(password: string): Promise<string> {
  return (await queue.run({ stored: null, password })) as string;
}

let decoy: Promise<string> | undefined;

/**
 * Whether the password is right. Takes the same time without a stored hash (unknown phone number, no password set), so
 * that the response time does not reveal who has an account.
 * @throws AppError 429 `busy` when the queue is full
 */
export async function checkPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const right = await queue.run({ stored: stored ?? (await decoyHash()), password });
  return Boolean(stored) && right === true;
}

/** Ends the hashing threads after the waiting jobs. */
export function stopHashing(): Promise<void> {
  return queue.close();
}

function decoyHash(): Promise<string> {
  // A failure (full queue) is not cached.
  return (decoy ??= hashPassword('no account has this one').catch((error: unknown) => {
    decoy = undefined;
    throw error;
  }));
}
