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

type Module = { run: (input: unknown) => unknown; transfer?: (value: unknown) => ArrayBuffer[] };
type Done = { result: TaskResult; transfer?: ArrayBuffer[] | undefined };

async function work({ module, input }: TaskMessage): Promise<Done> {
  try {
    const { run, transfer } = (await import(module)) as Module;
    // Not before the first module is there: loading takes no longer than it has to, and is the same for every input.
    if (!isLowered) setPriority(NICENESS);
    isLowered = true;
    const value = await run(input);
    return { result: { value }, transfer: transfer?.(value) };
  } catch (error) {
    if (!(error instanceof AppError))
      return { result: { error: error instanceof Error ? (error.stack ?? error.message) : 'thrown' } };
    const { code, key, params, fields, retryAfter } = error;
    return { result: { refusal: { code, key, params, fields, retryAfter } } };
  }
}

parentPort!.on('message', (message: TaskMessage) => {
  void work(message).then(({ result, transfer }) => parentPort!.postMessage(result, transfer));
});
