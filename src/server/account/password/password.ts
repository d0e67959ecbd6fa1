import { availableParallelism } from 'node:os';
import { HashQueue } from './hash-queue.ts';

/** Half of the cores at most, so that exams keep the other half whatever the priorities are worth. */
export const HASHING_THREADS = Math.max(1, Math.floor(availableParallelism() / 2));
/** Some seconds' worth of work: who waits longer than that is better told so. */
const WAITING_PER_THREAD = 150;

const queue = new HashQueue({ threads: HASHING_THREADS, waiting: HASHING_THREADS * WAITING_PER_THREAD });

/**
 * PHC string of a new password.
 * @throws AppError 429 `busy` when too many passwords are being hashed
 */
export async function hashPassword(password: string): Promise<string> {
  return (await queue.run({ stored: null, password })) as string;
}

let decoy: Promise<string> | undefined;

/**
 * Whether the password is right. Takes the same time when there is no hash (unknown phone, no password set),
 * so that answers do not tell who has an account.
 * @throws AppError 429 `busy` when too many passwords are being hashed
 */
export async function checkPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const right = await queue.run({ stored: stored ?? (await decoyHash()), password });
  return Boolean(stored) && right === true;
}

/** Ends the hashing threads, once the passwords that wait are done. */
export function stopHashing(): Promise<void> {
  return queue.close();
}

function decoyHash(): Promise<string> {
  // One that was refused because the queue was full is made again the next time.
  return (decoy ??= hashPassword('no account has this one').catch((error: unknown) => {
    decoy = undefined;
    throw error;
  }));
}
