import { databaseErrorOf } from '#src/server/core/db/database-error.ts';
import type { Log } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';

/** Seconds after which a client should try again when nothing can be written. */
const RETRY_SECONDS = 30;
/** SQLSTATE: disk_full, and a transaction that may not write, e.g. while the server is a standby. */
const CANNOT_WRITE_STATES = ['53100', '25006'];
/** Errors of the file system: full, quota used up, mounted read-only. */
const CANNOT_WRITE_CODES = ['ENOSPC', 'EDQUOT', 'EROFS'];

/**
 * The refusal for an error of the storage below: 422 when PostgreSQL does not accept a value (SQLSTATE class 22), 503 with
 * `Retry-After` while nothing can be written. Logs it, because both need somebody's attention.
 * @returns null for any other error
 */
export function storageRefusal(error: unknown, log: Log): AppError | null {
  const state = databaseErrorOf(error)?.code ?? '';
  if (state.startsWith('22')) {
    log('warn', 'the database does not accept a value', { error: textOf(error) });
    return new AppError(422, 'invalid');
  }
  if (CANNOT_WRITE_STATES.includes(state) || CANNOT_WRITE_CODES.includes(fileErrorCode(error) ?? '')) {
    log('error', 'storage cannot be written', { error: textOf(error) });
    return new AppError(503, 'storageFull', { retryAfter: RETRY_SECONDS });
  }
  return null;
}

/** Code of the file system's error, which a file store may have wrapped. */
function fileErrorCode(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code && CANNOT_WRITE_CODES.includes(code)) return code;
  }
  return undefined;
}

const textOf = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));
