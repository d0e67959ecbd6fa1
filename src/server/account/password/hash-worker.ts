import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import type { HashJob, HashResult } from './hash-queue.ts';

/*
 * The thread that hashes passwords one after the other. It runs from source in the build too: Node strips the types, so
 * this file must not import anything that a bundler would have to resolve.
 */

/** Argon2id, 19 MiB, t = 2 (recommended by OWASP). */
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Lower priority than the threads that serve requests. */
const NICENESS = 10;

// Only Linux has a priority per thread; elsewhere this would slow down the whole portal.
if (process.platform === 'linux') setPriority(NICENESS);

parentPort!.on('message', ({ stored, password }: HashJob) => {
  parentPort!.postMessage(work(stored, password));
});

function work(stored: string | null, password: string): HashResult {
  try {
    return { value: stored === null ? hashSync(password, OPTIONS) : verifySync(stored, password) };
  } catch (error) {
    return { error: String(error) };
  }
}
