import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, OperatorError } from '#src/server/core/operator-error.ts';
import { findBinaries } from './binaries.ts';
import { changeOwner, clusterOf, type DatabaseFolder, locateFolder } from './folder.ts';
import { isServerOf, readPostmaster } from './postmaster.ts';

/** The place of a restored cluster. */
export interface RestoreTarget {
  folder: DatabaseFolder;
  /** Major version of the installed PostgreSQL, which must be that of the backup. */
  major: string;
  /** Whether there is a cluster already. */
  exists: boolean;
}

/**
 * Finds the place for a restored cluster.
 * @throws OperatorError when a server is running there
 */
export async function restoreTarget(dataDir: string, log: (line: string) => void): Promise<RestoreTarget> {
  const folder = await locateFolder(dataDir, log);
  const { major } = await findBinaries(folder.account, log);
  const cluster = clusterOf(folder.path);
  const server = readPostmaster(cluster);
  if (server && isServerOf(server.pid, cluster))
    throw new OperatorError(
      `The database in ${folder.path} is running (process ${server.pid}): stop the portal first. After a kill -9, start and stop it once.`,
    );
  return { folder, major, exists: existsSync(cluster) };
}

/**
 * Unpacks the tar file of a cluster. `place` puts it in place of an existing one, which is renamed.
 * @param archive path of a gzip-compressed tar file
 * @throws OperatorError when it cannot be unpacked
 */
export async function unpackCluster(
  { folder }: RestoreTarget,
  archive: string,
): Promise<{ place(oldName: string): void; discard(): void }> {
  const { path, account } = folder;
  const draft = join(path, `restore-${process.pid}`);
  const discard = () => rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  try {
    await untar(archive, draft);
    chmodSync(draft, 0o700);
    if (account) changeOwner(draft, account);
  } catch (error) {
    discard();
    throw error;
  }
  return {
    discard,
    place(oldName) {
      if (existsSync(clusterOf(path))) renameSync(clusterOf(path), join(path, oldName));
      renameSync(draft, clusterOf(path));
    },
  };
}

async function untar(archive: string, folder: string): Promise<void> {
  const child = spawn('tar', ['-xzf', archive, '-C', folder, '--no-same-owner'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) =>
    child.on('error', reject).on('close', resolve),
  ).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
    throw new OperatorError('The program `tar` is needed for this, and not installed.');
  });
  if (code !== 0) throw new OperatorError(`${archive} cannot be unpacked: ${said.trim().split('\n').at(-1) ?? code}`);
}
