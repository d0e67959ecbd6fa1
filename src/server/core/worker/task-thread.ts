import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { AppError } from '#src/server/core/app-error.ts';
import type { TaskMessage, TaskResult } from './task.ts';

/*
 * A thread that runs tasks one after the other. It runs from source in the build too, like the thread that hashes passwords.
 */

/** Lower priority than the threads that serve requests, higher than that of hashing: somebody waits. Only Linux has one per thread. */
const NICENESS = 5;
let isLowered = process.platform !== 'linux';

type Module = { run: (input: unknown) => unknown };

async function work({ module, input }: TaskMessage): Promise<TaskResult> {
  try {
    const { run } = (await import(module)) as Module;
    // Not before the first module is there: loading takes no longer than it has to, and is the same for every input.
    if (!isLowered) setPriority(NICENESS);
    isLowered = true;
    return { value: await run(input) };
  } catch (error) {
    if (!(error instanceof AppError))
      return { error: error instanceof Error ? (error.stack ?? error.message) : 'thrown' };
    const { code, key, params, fields, retryAfter } = error;
    return { refusal: { code, key, params, fields, retryAfter } };
  }
}

parentPort!.on('message', (message: TaskMessage) => {
  void work(message).then((result) => parentPort!.postMessage(result));
});
