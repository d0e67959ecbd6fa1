import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { busy } from './busy.ts';

/** A password to hash (`stored` null) or to compare with what is stored. */
export type HashJob = { stored: string | null; password: string };
export type HashResult = { value: string | boolean } | { error: string };

type Entry = HashJob & { resolve: (value: string | boolean) => void; reject: (error: Error) => void };
type Thread = { worker: Worker; entry: Entry | null };

/** Resolved to the source file, which is present in the build too. */
const WORKER = createRequire(import.meta.url).resolve('#src/server/account/password/hash-worker.ts');

/**
 * Hashes passwords in a few threads of lower priority, in order of arrival. One hash takes 19 MiB and about 15 ms of a
 * core, so a thousand logins at nine o'clock must neither fill the memory nor slow down exams: jobs beyond the queue
 * limit are rejected, and the login page retries by itself.
 */
export class HashQueue {
  readonly #threads: Thread[] = [];
  readonly #waiting: Entry[] = [];
  readonly #limits: { threads: number; waiting: number };

  /** @param limits maximum number of concurrent hashes and of waiting jobs */
  constructor(limits: { threads: number; waiting: number }) {
    this.#limits = limits;
  }

  /** Number of running and waiting jobs. */
  get load(): { running: number; waiting: number } {
    return { running: this.#threads.filter(({ entry }) => entry).length, waiting: this.#waiting.length };
  }

  /**
   * Returns the hash of a password, or whether it matches the stored hash.
   * @throws AppError 429 `busy` when too many are waiting
   */
  run(job: HashJob): Promise<string | boolean> {
    const thread = this.#freeThread();
    if (!thread && this.#waiting.length >= this.#limits.waiting) throw busy();
    return new Promise((resolve, reject) => {
      const entry = { ...job, resolve, reject };
      if (thread) this.#begin(thread, entry);
      else this.#waiting.push(entry);
    });
  }

  /** Ends the threads after all waiting jobs. */
  async close(): Promise<void> {
    while (this.#threads.some(({ entry }) => entry)) await new Promise((resolve) => setTimeout(resolve, 20));
    await Promise.all(this.#threads.splice(0).map(({ worker }) => worker.terminate()));
  }

  #freeThread(): Thread | undefined {
    const free = this.#threads.find(({ entry }) => !entry);
    return free ?? (this.#threads.length < this.#limits.threads ? this.#open() : undefined);
  }

  #open(): Thread {
    const thread: Thread = { worker: new Worker(WORKER), entry: null };
    this.#threads.push(thread);
    thread.worker.on('message', (result: HashResult) => {
      const { entry } = thread;
      thread.entry = null;
      if ('error' in result) entry?.reject(new Error(result.error));
      else entry?.resolve(result.value);
      this.#next(thread);
    });
    thread.worker.on('error', (error: Error) => this.#onThreadEnd(thread, error));
    thread.worker.on('exit', () => this.#onThreadEnd(thread, new Error('The hashing thread ended')));
    return thread;
  }

  #begin(thread: Thread, entry: Entry): void {
    thread.entry = entry;
    // Keeps the process alive only while a hash is running.
    thread.worker.ref();
    thread.worker.postMessage({ stored: entry.stored, password: entry.password } satisfies HashJob);
  }

  #next(thread: Thread): void {
    const entry = this.#waiting.shift();
    if (entry) this.#begin(thread, entry);
    else thread.worker.unref();
  }

  /** A crashed thread fails its current job; waiting jobs continue in a new thread. */
  #onThreadEnd(thread: Thread, error: Error): void {
    const at = this.#threads.indexOf(thread);
    if (at < 0) return;
    this.#threads.splice(at, 1);
    thread.entry?.reject(error);
    thread.entry = null;
    const entry = this.#waiting.shift();
    if (entry) this.#begin(this.#open(), entry);
  }
}
