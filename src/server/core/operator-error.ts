/**
 * A fault that whoever starts the portal can repair: a bad setting, a full disk, a port that is taken.
 * Its message is the one line they read, without a stack: what is wrong, where, and what to do.
 */
export class OperatorError extends Error {
  override name = 'OperatorError';
  readonly forOperator = true;
}

/** Whether the message is all there is to say. Works for errors of the built portal too, which brings its own class. */
export function isForOperator(error: unknown): error is Error {
  return error instanceof Error && 'forOperator' in error;
}

/** The `code` of a system or PostgreSQL error (`ENOSPC`, `28P01`), or undefined. */
export function errorCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}

/** The message of anything that was thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
