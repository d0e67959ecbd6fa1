import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '#src/server/core/make-folder.ts';
import { errorCode, OperatorError } from '#src/server/core/operator-error.ts';
import type { Settings } from '#src/server/core/settings.ts';
import { hasEmbedded } from '#src/server/embedded-postgres/start-embedded.ts';

/**
 * Creates the data folder if it is missing, and checks by writing a file that it is usable: modes do not cover root,
 * read-only mounts and full disks.
 * @param dataDir absolute path
 * @throws OperatorError with one line when the folder cannot be written
 */
export function prepareDataDir(dataDir: string): void {
  const probe = join(dataDir, `.write-${process.pid}`);
  try {
    makeFolder(dataDir);
    // Larger than inline data of an inode, so that a full disk is detected.
    writeFileSync(probe, Buffer.alloc(64 * 1024));
  } catch (error) {
    throw new OperatorError(`DATA_DIR ${dataDir} cannot be used: ${reason(errorCode(error))}.`);
  } finally {
    removeProbe(probe);
  }
}

/**
 * Checks that there is a database to work on. Only `npm start` creates one: a command with a wrong DATA_DIR, or without the one of the
 * portal, would seem to succeed on a second, empty database.
 * @throws OperatorError without DATABASE_URL, when DATA_DIR contains no database; nothing was created
 */
export function requireDatabase({ databaseUrl, dataDir }: Pick<Settings, 'databaseUrl' | 'dataDir'>): void {
  if (databaseUrl || hasEmbedded(dataDir)) return;
  throw new OperatorError(
    `DATA_DIR ${dataDir} contains no database. Set DATA_DIR to the folder of the portal, or create a new installation with "npm start"; nothing was changed.`,
  );
}

function removeProbe(probe: string): void {
  try {
    rmSync(probe, { force: true });
  } catch (error) {
    // Where nothing can be written nothing can be removed; that was already reported.
    if (!['EROFS', 'EACCES', 'EPERM', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG', 'ENOENT'].includes(errorCode(error) ?? ''))
      throw error;
  }
}

function reason(code: string | undefined): string {
  switch (code) {
    case 'EROFS':
      return 'its file system is read-only; choose a folder that can be written';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'its disk is full; free some space, or choose a folder on another disk';
    case 'EACCES':
    case 'EPERM':
      return `user ${process.getuid?.() ?? ''} may not write there; change the owner of the folder (chown), or choose another one`;
    case 'ENOTDIR':
    case 'EEXIST':
      return 'a file with this name exists; remove it, or choose another folder';
    default:
      return `the system reports ${code ?? 'no reason'}`;
  }
}
