import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from './operator-error.ts';

/**
 * Makes a folder and those above it. Node's own `recursive` says ENOENT on a read-only file system, and never returns
 * where the system itself says so (tried with Node 24: `/proc/x`).
 * @param path absolute
 * @throws the system's error: EROFS, EACCES, ENOSPC, ENOTDIR, EEXIST for something that is no folder
 */
export function makeFolder(path: string, mode = 0o755): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST' && statSync(path).isDirectory()) return;
    const above = dirname(path);
    if (code !== 'ENOENT' || above === path) throw error;
    makeFolder(above);
    mkdirSync(path, { mode });
  }
}
