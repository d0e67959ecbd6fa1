import { errorCode, errorText, OperatorError } from '#src/server/core/operator-error.ts';
import type { Binaries } from './binaries.ts';
import type { DatabaseFolder } from './folder.ts';
import { runAs } from './run-as.ts';

/** A PostgreSQL program failed; `said` is its whole output. */
export class ProgramError extends Error {
  readonly said: string;
  constructor(program: string, code: number | null, said: string) {
    super(`${program} failed (${code})`);
    this.said = said;
  }
}

/**
 * Runs statements in PostgreSQL's single-user mode, without a server and without a password.
 * @throws ProgramError when one of them fails
 */
export async function single(
  cluster: string,
  statements: string[],
  { account }: DatabaseFolder,
  binaries: Binaries,
): Promise<void> {
  const args = ['--single', '-D', cluster, '-c', 'log_checkpoints=off', 'postgres'];
  const { code, said } = await runAs(account, binaries.postgres, args, `${statements.join('\n')}\n`);
  // It continues after an error and exits with 0.
  if (code !== 0 || /\b(ERROR|FATAL|PANIC):/.test(said)) throw new ProgramError('postgres --single', code, said);
}

/** Returns the output of a failed program; an empty text for any other error. */
export const output = (error: unknown) => (error instanceof ProgramError ? error.said : '');

/** Returns an error with one line for a failure while a cluster was created or repaired. */
export function explained(error: unknown, path: string): Error {
  const said = output(error);
  if (
    /No space left on device|Disk quota exceeded/.test(said) ||
    ['ENOSPC', 'EDQUOT'].includes(errorCode(error) ?? '')
  ) {
    return new OperatorError(
      `The disk of ${path} is full: free some space, or set DATA_DIR to another disk. No incomplete database was left.`,
    );
  }
  if (/could not look up effective user ID/.test(said)) {
    return new OperatorError(
      `The user id ${process.getuid?.()} has no name on this machine, which PostgreSQL requires: run as a user of /etc/passwd, or set DATABASE_URL.`,
    );
  }
  if (errorCode(error) === 'EROFS')
    return new OperatorError(`${path} is on a read-only file system: set DATA_DIR to a folder that can be written.`);
  const reason =
    /(?:error|FATAL|PANIC|ERROR):\s*(.+)/.exec(said)?.[1] ??
    said
      .trim()
      .split('\n')
      .findLast((line) => !line.startsWith('initdb: removing'));
  return reason
    ? new OperatorError(`The database in ${path} could not be created: ${reason}`)
    : error instanceof Error
      ? error
      : new Error(errorText(error));
}
