import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { platform } from 'node:os';
import { join } from 'node:path';
import { errorCode } from '#src/server/core/operator-error.ts';

/** What PostgreSQL writes about itself into `postmaster.pid`. */
export interface Postmaster {
  pid: number;
  port: number;
}

/** @param text `postmaster.pid`: process, data folder, start time, port, … one a line; undefined when it is torn */
export function parsePidFile(text: string): Postmaster | undefined {
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  return Number.isInteger(pid) && pid > 0 && Number.isInteger(port) ? { pid, port } : undefined;
}

export const pidFile = (cluster: string) => join(cluster, 'postmaster.pid');

/** The server that last locked this cluster, whether it still runs or not. */
export function readPostmaster(cluster: string): Postmaster | undefined {
  try {
    return parsePidFile(readFileSync(pidFile(cluster), 'utf8'));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Whether a process with this number exists, whoever's it is. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/**
 * Whether that process is the PostgreSQL server of that cluster. Process numbers are given out again, after a restart
 * of a machine or container above all, so a living process alone proves nothing.
 */
export function isServerOf(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false;
  try {
    // PostgreSQL works inside its data folder.
    if (platform() === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster);
    if (platform() === 'win32')
      return execFileSync('tasklist', ['/FI', `PID eq ${pid}`, '/NH'], { encoding: 'utf8' }).includes('postgres');
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes('postgres');
  } catch {
    return false; // gone meanwhile, a zombie, or not ours to look at: in no case a server we could use
  }
}
