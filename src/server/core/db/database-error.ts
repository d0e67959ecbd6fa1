import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';

/**
 * Removes the parameter values of a statement from its error, in place, so that no log and no job record contains them:
 * drizzle lists the parameters in the message, PostgreSQL quotes them in `detail`, and for an invalid value (SQLSTATE
 * class 22) also in the message. The text of the statement, the SQLSTATE and the constraint are kept.
 * @returns the same error
 */
export function withoutValues<E>(error: E): E {
  if (error instanceof DrizzleQueryError) {
    withoutValues(error.cause);
    const { code, message } = databaseErrorOf(error) ?? { code: undefined, message: error.cause?.message ?? '' };
    error.params = [];
    replaceMessage(error, `Failed query: ${error.query}\n${code ? `SQLSTATE ${code}: ` : ''}${message}`);
  } else if (error instanceof pg.DatabaseError) {
    error.detail = undefined;
    error.where = undefined;
    error.internalQuery = undefined;
    if (error.code?.startsWith('22')) replaceMessage(error, `invalid value (${error.routine ?? 'unknown routine'})`);
  }
  return error;
}

/** SQLSTATE of a statement that has waited for a lock as long as it may (`lock_timeout`). */
export const LOCK_NOT_AVAILABLE = '55P03';

/** SQLSTATE of a transaction that PostgreSQL has ended because it and another one waited for each other. */
export const DEADLOCK = '40P01';

/** Returns the PostgreSQL error in the cause chain of an error, or undefined. */
export function databaseErrorOf(error: unknown): pg.DatabaseError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof pg.DatabaseError) return cause;
  }
  return undefined;
}

/** Replaces the message also in `stack`, which begins with the original message. */
function replaceMessage(error: Error, message: string): void {
  const before = error.message;
  error.stack = error.stack?.replace(before, () => message);
  error.message = message;
}
