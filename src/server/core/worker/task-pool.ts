import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { AppError } from '#src/server/core/app-error.ts';
import type { Task, TaskMessage, TaskResult } from './task.ts';

/**
 * `waiting`: most tasks that wait, and most of them of one owner. `processorMs`: processor time of one task, because threads of lower
 * priority wait for the others while the machine is busy. `wallMs`: most time from its beginning to its end, waiting or not.
 */
export type PoolLimits = {
  threads: number;
  waiting: { all: number; ofOwner: number };
  processorMs: number;
  wallMs: number;
  heapMb: number;
};

type RunOptions = {
  /** Whose task it is, e.g. the id of the enterprise: owners take turns. */
  owner: string;
  /** Ends the task, whether it waits or runs; its result is of no use to anybody. */
  signal?: AbortSignal | undefined;
  /** Buffers of the input that are handed over instead of copied; the caller has them no longer. */
  transfer?: ArrayBuffer[] | undefined;
};

type Entry = RunOptions & {
  task: Task<unknown, unknown>;
  input: unknown;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
};
type Thread = { worker: Worker; entry: Entry | null; timer?: NodeJS.Timeout };
/** A running task: when it began, what its thread had used of the processor by then, and whether that is being asked. */
type Watch = { entry: Entry; began: number; from?: number; isAsking: boolean };

/** Resolved to the source file, which is present in the build too. */
const THREAD = createRequire(import.meta.url).resolve('#src/server/core/worker/task-thread.ts');
/** Seconds after which somebody who found the queue full may try again. */
const RETRY_SECONDS = 5;
/** Time between two looks at what a task has used, milliseconds. */
const LOOK_MS = 250;
/** A thread that has had nothing to do for so long ends, and its memory with it. */
const IDLE_MS = 300_000;

/** For nobody who would read it: the client has gone, or the portal stops. */
const gone = () => new AppError(503, 'notReady', { retryAfter: RETRY_SECONDS });

/**
 * Runs tasks in a few threads of lower priority with a limit of time and memory, so that what somebody sends, however large or
 * hostile, delays neither requests nor the tasks of others. A task that exceeds a limit ends with its thread.
 */
export class TaskPool {
  readonly #limits: PoolLimits;
  readonly #threads = new Set<Thread>();
  readonly #waiting: Entry[] = [];
  #lastOwner: string | undefined;

  constructor(limits: PoolLimits) {
    this.#limits = limits;
  }

  /** Number of running and waiting tasks. */
  get load(): { running: number; waiting: number } {
    return { running: [...this.#threads].filter(({ entry }) => entry).length, waiting: this.#waiting.length };
  }

  /**
   * Runs a task and returns what its `run` returns.
   * @throws AppError 429 `workBusy` when too many are waiting; 422 and 413 with the keys of the task when it takes too long or
   *   needs too much memory; those of `run`; 503 when `signal` or `close` ends it; Error for a fault of `run`
   */
  async run<Input, Output>(task: Task<Input, Output>, input: Input, options: RunOptions): Promise<Output> {
    const { owner, signal, transfer } = options;
    if (signal?.aborted) throw gone();
    const { all, ofOwner } = this.#limits.waiting;
    const own = this.#waiting.filter((entry) => entry.owner === owner).length;
    const isFree = this.load.running < this.#limits.threads;
    if (!isFree && (this.#waiting.length >= all || own >= ofOwner))
      throw new AppError(429, 'workBusy', { retryAfter: RETRY_SECONDS });
    let abort: (() => void) | undefined;
    try {
      return (await new Promise<unknown>((resolve, reject) => {
        const entry: Entry = { owner, transfer, task, input, resolve, reject };
        abort = () => this.#abort(entry, gone());
        signal?.addEventListener('abort', abort, { once: true });
        this.#waiting.push(entry);
        this.#next();
      })) as Output;
    } finally {
      if (abort) signal?.removeEventListener('abort', abort);
    }
  }

  /** Ends all threads at once; their tasks and those that wait fail. */
  async close(): Promise<void> {
    for (const entry of this.#waiting.splice(0)) entry.reject(gone());
    await Promise.all([...this.#threads].map((thread) => this.#end(thread, gone())));
  }

  #next(): void {
    while (this.#waiting.length > 0) {
      const thread = [...this.#threads].find(({ entry }) => !entry) ?? this.#open();
      if (!thread) return;
      const others = this.#waiting.findIndex(({ owner }) => owner !== this.#lastOwner);
      const [entry] = this.#waiting.splice(Math.max(0, others), 1);
      this.#begin(thread, entry!);
    }
  }

  #begin(thread: Thread, entry: Entry): void {
    const { task, input } = entry;
    this.#lastOwner = entry.owner;
    thread.entry = entry;
    clearTimeout(thread.timer);
    const watch: Watch = { entry, began: performance.now(), isAsking: false };
    // The thread answers the first look before it takes the task.
    void this.#look(thread, watch);
    thread.timer = setInterval(() => void this.#look(thread, watch), LOOK_MS);
    // Keeps the process alive only while a task is running.
    thread.worker.ref();
    thread.worker.postMessage({ module: task.module, input } satisfies TaskMessage, entry.transfer);
  }

  async #look(thread: Thread, watch: Watch): Promise<void> {
    const { processorMs, wallMs } = this.#limits;
    const end = () => this.#end(thread, new AppError(422, watch.entry.task.refusals.slow));
    if (performance.now() - watch.began > wallMs) return end();
    if (watch.isAsking) return;
    watch.isAsking = true;
    // A thread that is ending does not answer.
    const used = await thread.worker.cpuUsage().catch(() => undefined);
    watch.isAsking = false;
    if (!used || thread.entry !== watch.entry) return;
    const spent = (used.user + used.system) / 1000;
    watch.from ??= spent;
    if (spent - watch.from > processorMs) await end();
  }

  #open(): Thread | undefined {
    if (this.#threads.size >= this.#limits.threads) return undefined;
    const worker = new Worker(THREAD, { resourceLimits: { maxOldGenerationSizeMb: this.#limits.heapMb } });
    const thread: Thread = { worker, entry: null };
    this.#threads.add(thread);
    worker.on('message', (result: TaskResult) => this.#finish(thread, result));
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const large = thread.entry?.task.refusals.large;
      const isMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY' && large !== undefined;
      void this.#end(thread, isMemory ? new AppError(413, large) : error);
    });
    worker.on('exit', () => void this.#end(thread, new Error('A thread ended during its task')));
    return thread;
  }

  #finish(thread: Thread, result: TaskResult): void {
    const { entry } = thread;
    if (!entry) return;
    thread.entry = null;
    clearTimeout(thread.timer);
    if ('value' in result) entry.resolve(result.value);
    else if ('refusal' in result) {
      const { code, key, params, fields, retryAfter } = result.refusal;
      entry.reject(new AppError(code, key, { params, fields, ...(retryAfter !== undefined && { retryAfter }) }));
    } else entry.reject(new Error(result.error));
    thread.worker.unref();
    thread.timer = setTimeout(() => void this.#end(thread, new Error('idle')), IDLE_MS).unref();
    this.#next();
  }

  #abort(entry: Entry, reason: unknown): void {
    const at = this.#waiting.indexOf(entry);
    if (at >= 0) {
      this.#waiting.splice(at, 1);
      entry.reject(reason);
      return;
    }
    const thread = [...this.#threads].find((each) => each.entry === entry);
    if (thread) void this.#end(thread, reason);
  }

  /** Ends a thread; its task fails with `reason`, and the next task gets a new thread. */
  async #end(thread: Thread, reason: unknown): Promise<void> {
    if (!this.#threads.delete(thread)) return;
    clearTimeout(thread.timer);
    thread.entry?.reject(reason);
    thread.entry = null;
    this.#next();
    await thread.worker.terminate();
  }
}
