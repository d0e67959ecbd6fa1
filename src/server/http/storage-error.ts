import { databaseErrorOf, LOCK_NOT_AVAILABLE } from '#src/server/core/db/database-error.ts';
import type { Log } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { cannotWrite } from '#src/server/core/cannot-write.ts';

/** `Retry-After` while storage cannot be written. */
const RETRY_SECONDS = 30;
/** `Retry-After` after a lock timeout. */
const LOCK_RETRY_SECONDS = 2;
/** SQLSTATEs: disk_full; io_error; read_only_sql_transaction, e.g. on a standby server. */
const CANNOT_WRITE_STATES = ['53100', '58030', '25006'];

/**
 * Converts an error of database or file store to an AppError: 422 when PostgreSQL rejects a value (SQLSTATE class 22), 503
 * with `Retry-After` while storage cannot be written, or a row is locked for too long. Logs the error, because each of them needs attention.
 * @returns null for any other error
 */
export function storageError(error: unknown, log: Log): AppError | null {
  const state = databaseErrorOf(error)?.code ?? '';
  if (state.startsWith('22')) {
    log('warn', 'the database rejected a value', { error: textOf(error) });
    return new AppError(422, 'invalid');
  }
  if (state === LOCK_NOT_AVAILABLE) {
    log('error', 'a lock was held for too long', { error: textOf(error) });
    return new AppError(503, 'notReady', { retryAfter: LOCK_RETRY_SECONDS });
  }
  if (CANNOT_WRITE_STATES.includes(state) || cannotWrite(error)) {
    log('error', 'storage cannot be written', { error: textOf(error) });
    return new AppError(503, 'storageFull', { retryAfter: RETRY_SECONDS });
  }
  return null;
}

const textOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));
