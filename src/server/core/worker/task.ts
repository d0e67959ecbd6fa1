import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { AppError, ErrorCode } from '#src/server/core/app-error.ts';

/**
 * What a module of a task exports as `run`; its input and result are copied between the threads, except the buffers of the result that
 * `transfer` of the module names. The main thread copies what arrives in one turn: large results are bytes, or texts, not objects.
 */
type Run<Input, Output> = (input: Input) => Output | Promise<Output>;

/** Work that runs in a thread of its own. */
export type Task<Input, Output> = {
  /** Address of the source file, whose export `run` does the work. */
  module: string;
  /** Keys of `errors.json` for work that takes too long, and for work that needs too much memory. */
  refusals: { slow: string; large: string };
  /** Never present: keeps the types of `run`. */
  types?: [Input, Output];
};

/** What the main thread sends to a thread, and gets back. */
export type TaskMessage = { module: string; input: unknown };
export type TaskResult =
  | { value: unknown }
  | { refusal: { code: ErrorCode; key: string } & Pick<AppError, 'params' | 'fields' | 'retryAfter'> }
  | { error: string };

const { resolve } = createRequire(import.meta.url);

/**
 * Names a task. Its module runs from source in the build too: Node strips the types, so it must not import anything that only
 * the bundler can resolve. An AppError of `run` arrives as one.
 * @param module the file, `#src/…/<name>.task.ts`
 */
export function defineTask<R extends Run<never, unknown>>(
  module: `#src/${string}.task.ts`,
  refusals: Task<unknown, unknown>['refusals'],
): Task<Parameters<R>[0], Awaited<ReturnType<R>>> {
  return { module: pathToFileURL(resolve(module)).href, refusals };
}
