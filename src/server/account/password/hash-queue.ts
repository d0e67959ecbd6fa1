import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { busy } from './busy.ts';

/** A password to hash (`stored` null) or to compare with what is stored. */
export type HashJob = { stored: string | null; password: string };
export type HashResult = { value: string | boolean } | { error: string };

type Entry = HashJob & { resolve: (value: string | boolean) => void; reject: (error: Error) => void };
type Thread = { worker: Worker; entry: Entry | null };

/** From source and in the build alike: the sources are always there. */
const WORKER = createRequire(import.meta.url).resolve('#src/server/account/password/hash-worker.ts');

/**
 * Hashes passwords in a few threads of lower priority, first come first served. One hash takes 19 MiB and the whole of a
 * core for some 15 ms, so a thousand people who sign in at nine o'clock must neither fill the memory nor take the cores from
 * those who sit an exam: what does not fit in the queue is refused, and the login page tries again by itself.
 */
export class HashQueue {
  readonly #threads: Thread[] = [];
  readonly #waiting: Entry[] = [];
  readonly #limits: { threads: number; waiting: number };

  /** @param limits most hashes at the same time, and most that wait for their turn */
  constructor(limits: { threads: number; waiting: number }) {
    this.#limits = limits;
  }

  /** What is under way. */
  get load(): { running: number; waiting: number } {
    return { running: this.#threads.filter(({ entry }) => entry).length, waiting: this.#waiting.length };
  }

  /**
   * The hash of a password, or whether it fits what is stored.
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

  /** Ends the threads once everything that waits is done. */
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
    thread.worker.on('error', (error: Error) => this.#lose(thread, error));
    thread.worker.on('exit', () => this.#lose(thread, new Error('The hashing thread ended')));
    return thread;
  }

  #begin(thread: Thread, entry: Entry): void {
    thread.entry = entry;
    // A process may end while nothing is being hashed, and not before.
    thread.worker.ref();
    thread.worker.postMessage({ stored: entry.stored, password: entry.password } satisfies HashJob);
  }

  #next(thread: Thread): void {
    const entry = this.#waiting.shift();
    if (entry) this.#begin(thread, entry);
    else thread.worker.unref();
  }

  /** A thread that fell over fails the one job it was at; the others go on in a new one. */
  #lose(thread: Thread, error: Error): void {
    const at = this.#threads.indexOf(thread);
    if (at < 0) return;
    this.#threads.splice(at, 1);
    thread.entry?.reject(error);
    thread.entry = null;
    const entry = this.#waiting.shift();
    if (entry) this.#begin(this.#open(), entry);
  }
}
