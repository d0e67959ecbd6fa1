import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, OperatorError } from '#src/server/core/operator-error.ts';
import type { Binaries } from './binaries.ts';
import { clusterOf, type DatabaseFolder, writePrivate } from './folder.ts';
import { explained, output, single } from './programs.ts';

/** The logins of an embedded cluster. Stored inside it, so that they are moved, restored and replaced with it. */
export interface Access {
  /** Password of `zhixing`, owner of the database `zhixing`. */
  owner: string;
  /** Password of the superuser `postgres`, for maintenance and backups. */
  superuser: string;
  /** The port of the last start; used again if it is free. */
  port?: number;
}

const accessPath = (folder: DatabaseFolder) => join(clusterOf(folder.path), 'access.json');

/** Stores the logins, readable by their owner only. */
export function saveAccess(folder: DatabaseFolder, access: Access): void {
  writePrivate(accessPath(folder), `${JSON.stringify(access, null, 2)}\n`, folder.account);
}

/** Returns random passwords for a new cluster. */
export const newAccess = (): Access => ({
  owner: randomBytes(24).toString('hex'),
  superuser: randomBytes(24).toString('hex'),
});

/** @returns the logins of the cluster, or undefined if the file is missing or incomplete */
export function readAccess(folder: DatabaseFolder): Access | undefined {
  try {
    const access = JSON.parse(readFileSync(accessPath(folder), 'utf8')) as Partial<Access>;
    return access.owner && access.superuser ? (access as Access) : undefined;
  } catch (error) {
    // If the file is missing or incomplete, `resetAccess` sets new passwords.
    if (errorCode(error) === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * Sets new passwords after the file with the logins was lost.
 * @throws OperatorError when a server is running on the cluster
 */
export async function resetAccess(
  folder: DatabaseFolder,
  binaries: Binaries,
  log: (line: string) => void,
): Promise<Access> {
  const access = newAccess();
  try {
    await single(
      clusterOf(folder.path),
      [`alter role postgres password '${access.superuser}'`, `alter role zhixing password '${access.owner}'`],
      folder,
      binaries,
    );
  } catch (error) {
    if (/lock file .* already exists/.test(output(error))) {
      throw new OperatorError(
        `${accessPath(folder)} is missing while the database server runs: stop that server (its process is in ${clusterOf(folder.path)}/postmaster.pid) and start again, then new passwords are set.`,
      );
    }
    throw explained(error, folder.path);
  }
  saveAccess(folder, access);
  log(`${accessPath(folder)} was missing: set new database passwords`);
  return access;
}
