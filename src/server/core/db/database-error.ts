import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';

/**
 * Removes the values of a statement from the error that it caused, in place, so that no log and no job record can hold
 * them: drizzle lists the parameters in the message, PostgreSQL quotes them in `detail`, and in the message itself when
 * the value is what is wrong (SQLSTATE class 22). The text of the statement, the SQLSTATE and the constraint stay.
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

/** The error of PostgreSQL behind an error, if there is one. */
export function databaseErrorOf(error: unknown): pg.DatabaseError | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof pg.DatabaseError) return cause;
  }
  return undefined;
}

/** The stack begins with the message as it was when the error was made. */
function replaceMessage(error: Error, message: string): void {
  const before = error.message;
  error.stack = error.stack?.replace(before, () => message);
  error.message = message;
}
