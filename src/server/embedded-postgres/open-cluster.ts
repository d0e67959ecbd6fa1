import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '#src/server/core/operator-error.ts';
import { type Access, readAccess, resetAccess } from './access.ts';
import type { Binaries } from './binaries.ts';
import { clearInterrupted, createCluster } from './create-cluster.ts';
import { clusterOf, type DatabaseFolder } from './folder.ts';

/**
 * Returns the logins of the cluster; creates the cluster if there is none.
 * @throws OperatorError when the disk is full, the version differs, or the folder contains no complete database
 */
export async function openCluster(
  folder: DatabaseFolder,
  binaries: Binaries,
  log: (line: string) => void,
): Promise<{ access: Access; fresh: boolean }> {
  const cluster = clusterOf(folder.path);
  clearInterrupted(folder.path);
  const fresh =
    !existsSync(cluster) || readdirSync(cluster).length === 0 ? await createCluster(folder, binaries, log) : false;
  checkVersion(cluster, binaries);
  const access = readAccess(folder) ?? (await resetAccess(folder, binaries, log));
  return { access, fresh };
}

function checkVersion(cluster: string, { major }: Binaries): void {
  const file = join(cluster, 'PG_VERSION');
  if (!existsSync(file) || !existsSync(join(cluster, 'global', 'pg_control'))) {
    throw new OperatorError(
      `${cluster} holds files but no complete PostgreSQL database: restore it from a backup, or move it away to start with an empty one. Nothing in it was changed.`,
    );
  }
  const found = readFileSync(file, 'utf8').trim();
  if (found === major) return;
  if (!/^\d+(\.\d+)?$/.test(found)) {
    throw new OperatorError(
      `${file} says ${JSON.stringify(found.slice(0, 40))} instead of a PostgreSQL version: the folder is damaged. Restore it from a backup, or move it away to start with an empty one. Nothing in it was changed.`,
    );
  }
  throw new OperatorError(
    `${cluster} was written by PostgreSQL ${found}, this release brings ${major}: start the release that wrote it, dump with pg_dump, move the folder away, and restore the dump here (docs/operations.md, "Upgrade"). Nothing in it was changed.`,
  );
}
