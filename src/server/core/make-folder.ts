import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from './operator-error.ts';

/**
 * Creates a folder and its parents. `mkdirSync` with `recursive` reports ENOENT on a read-only file system, and does not
 * return at all where the system reports ENOENT for a new folder (Node 24: `/proc/x`).
 * @param path absolute
 * @throws the system's error: EROFS, EACCES, ENOSPC, ENOTDIR, EEXIST if the path is not a folder
 */
export function makeFolder(path: string, mode = 0o755): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST' && statSync(path).isDirectory()) return;
    const parent = dirname(path);
    if (code !== 'ENOENT' || parent === path) throw error;
    makeFolder(parent);
    mkdirSync(path, { mode });
  }
}
