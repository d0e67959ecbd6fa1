/**
 * An error that the operator can repair: an invalid setting, a full disk, a port in use. Only its message is printed,
 * without a stack: one line that states what is wrong, where, and what to do.
 */
export class OperatorError extends Error {
  override name = 'OperatorError';
  readonly forOperator = true;
}

/**
 * Whether only the message is to be printed. Also recognises errors of the built portal, which has its own copy of the
 * class.
 */
export function isForOperator(error: unknown): error is Error {
  return error instanceof Error && 'forOperator' in error;
}

/** Returns the `code` of a system or PostgreSQL error (`ENOSPC`, `28P01`), or undefined. */
export function errorCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : undefined;
}

/** Returns the message of any thrown value. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
