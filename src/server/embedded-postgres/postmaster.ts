import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { errorCode } from '#src/server/core/operator-error.ts';

/** Content of `postmaster.pid`. */
export interface Postmaster {
  pid: number;
  port: number;
}

/**
 * Parses `postmaster.pid`: process id, data folder, start time, port, …, one per line.
 * @returns undefined when the file is incomplete
 */
export function parsePidFile(text: string): Postmaster | undefined {
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  return Number.isInteger(pid) && pid > 0 && Number.isInteger(port) ? { pid, port } : undefined;
}

/** Returns the path of the lock file of a cluster. */
export const pidFile = (cluster: string) => join(cluster, 'postmaster.pid');

/**
 * Returns the server that last locked this cluster, whether it is still running or not; undefined if there is no lock.
 */
export function readPostmaster(cluster: string): Postmaster | undefined {
  try {
    return parsePidFile(readFileSync(pidFile(cluster), 'utf8'));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Whether a process with this id exists, of any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/**
 * Whether the process is the PostgreSQL server of the cluster. Process ids are reused, in particular after a restart of a
 * machine or container, so a running process alone is not sufficient.
 */
export function isServerOf(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false;
  try {
    // The working directory of PostgreSQL is its data folder.
    if (platform() === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
    if (platform() === 'win32')
      return execFileSync('tasklist', ['/FI', `PID eq ${pid}`, '/NH'], { encoding: 'utf8' }).includes('postgres');
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes('postgres');
  } catch {
    return false; // ended meanwhile, a zombie, or not accessible: not a usable server
  }
}
