import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '#src/server/core/make-folder.ts';
import { errorCode, OperatorError } from '#src/server/core/operator-error.ts';

/**
 * Makes the folder when it is missing and proves by writing that it can be used: modes say nothing for root, on
 * read-only mounts, or on full disks.
 * @param dataDir absolute path
 * @throws OperatorError with one line saying why not
 */
export function prepareDataDir(dataDir: string): void {
  const probe = join(dataDir, `.write-${process.pid}`);
  try {
    makeFolder(dataDir);
    // More than an inode can hold by itself, so that a full disk shows.
    writeFileSync(probe, Buffer.alloc(64 * 1024));
  } catch (error) {
    throw new OperatorError(`DATA_DIR ${dataDir} cannot be used: ${reason(errorCode(error))}.`);
  } finally {
    removeProbe(probe);
  }
}

function removeProbe(probe: string): void {
  try {
    rmSync(probe, { force: true });
  } catch (error) {
    // Where nothing can be written nothing can be removed, and the message above has said so already.
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
      return 'its disk is full; make room, or choose a folder on another disk';
    case 'EACCES':
    case 'EPERM':
      return `user ${process.getuid?.() ?? ''} may not write there; give them the folder (chown), or choose another one`;
    case 'ENOTDIR':
    case 'EEXIST':
      return 'a file is in the way; remove it, or choose another folder';
    default:
      return `the system says ${code ?? 'nothing'}`;
  }
}
