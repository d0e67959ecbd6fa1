import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import type { HashJob, HashResult } from './hash-queue.ts';

/*
 * The thread in which passwords are hashed, one after the other. It runs from source in the built portal too: Node strips
 * the types, and so this file imports nothing that a bundler would have to resolve.
 */

/** Argon2id, 19 MiB, t = 2 (issue 3 safety; OWASP's first choice). */
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** How far it steps back behind the threads that serve exams. */
const NICENESS = 10;

// Only Linux gives a thread a priority of its own; elsewhere this would slow the whole portal down.
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
