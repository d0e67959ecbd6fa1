import { execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chownSync, closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode, errorText, OperatorError } from '#src/server/core/operator-error.ts';
import type { Binaries } from './binaries.ts';
import { clusterOf, type DatabaseFolder } from './folder.ts';
import { isServerOf } from './postmaster.ts';
import { childOptions } from './run-as.ts';

export const HOST = '127.0.0.1';
const LOG_LIMIT = 10 * 2 ** 20;

/** Why a server did not come up. `port`: taken meanwhile; `lock`: another start was first; `shared`: its predecessor is still dying. */
export type Failure = { kind: 'port' | 'lock' | 'shared' } | { kind: 'fault'; line: string };

/** A server that was started, until it is known to answer. */
export interface Launch {
  pid: number;
  /** Settles when the process ends. */
  failure: Promise<Failure>;
}

/**
 * Starts the server in a session of its own: Ctrl-C in the terminal must reach the portal only, which then drains
 * first, and the database must survive a `kill -9` of Node. For the same reason it writes to a file, not to a pipe.
 */
export function launch(folder: DatabaseFolder, binaries: Binaries, port: number): Launch {
  const cluster = clusterOf(folder.path);
  const logFile = join(folder.path, 'server.log');
  const file = openLog(logFile, folder);
  const start = statSync(logFile).size;
  const child = spawn(
    binaries.postgres,
    [
      '-D',
      cluster,
      '-p',
      String(port),
      '-c',
      `listen_addresses=${HOST}`,
      '-c',
      `unix_socket_directories=${socketFolder(folder.path)}`,
    ],
    { ...childOptions(folder.account), stdio: ['ignore', file, file] },
  );
  closeSync(file);
  child.unref();
  const failure = new Promise<Failure>((resolve) => {
    child.on('error', (error) =>
      resolve({
        kind: 'fault',
        line: `${binaries.postgres} cannot be run (${errorText(error)}): this build of PostgreSQL needs glibc. Set DATABASE_URL instead.`,
      }),
    );
    child.on('exit', (code, signal) => resolve(explain(logSince(logFile, start), folder.path, code ?? signal)));
  });
  return { pid: child.pid ?? 0, failure };
}

function logSince(path: string, start: number): string {
  try {
    return readFileSync(path).subarray(start).toString();
  } catch {
    return ''; // it went with its folder; the exit code is told in any case
  }
}

function openLog(path: string, { account }: DatabaseFolder): number {
  try {
    if (existsSync(path) && statSync(path).size > LOG_LIMIT) renameSync(path, `${path}.1`);
    const file = openSync(path, 'a', 0o600);
    if (account) chownSync(path, account.uid, account.gid);
    return file;
  } catch (error) {
    throw cannotWrite(error, path) ?? error;
  }
}

/** @returns one clear line for a full or read-only disk, undefined for anything else */
export function cannotWrite(error: unknown, path: string): OperatorError | undefined {
  const code = errorCode(error) ?? '';
  if (['ENOSPC', 'EDQUOT'].includes(code))
    return new OperatorError(`The disk of ${path} is full: make room, or set DATA_DIR to another disk.`);
  if (code === 'EROFS')
    return new OperatorError(`${path} is on a read-only file system: set DATA_DIR to a folder that can be written.`);
  if (['EACCES', 'EPERM'].includes(code))
    return new OperatorError(
      `${path} may not be written by this user (${code}): give the folder to user ${process.getuid?.() ?? ''}, or set DATA_DIR to another one.`,
    );
  return undefined;
}

/** A local socket for psql and pg_dump. The system allows 107 bytes, and PostgreSQL would split at some characters. */
export function socketFolder(path: string): string {
  return Buffer.byteLength(`${path}/.s.PGSQL.65535.lock`) < 107 && /^[\w./-]+$/.test(path) ? path : '';
}

/** Reads the reason from what PostgreSQL wrote before it ended. */
export function explain(log: string, path: string, code: number | string | null): Failure {
  if (/could not bind IPv4 address|could not create any TCP\/IP sockets/.test(log)) return { kind: 'port' };
  if (/lock file "postmaster\.pid" already exists|lock file "postmaster\.pid" is empty/.test(log))
    return { kind: 'lock' };
  if (/pre-existing shared memory block/.test(log)) return { kind: 'shared' };
  // What it answered to those who knocked meanwhile is no reason.
  const worst = [...log.matchAll(/(?:FATAL|PANIC): +(.+)/g)]
    .map((match) => match[1]!)
    .filter((line) => !/^(the database system is|terminating) /.test(line))
    .at(-1);
  if (/No space left on device|Disk quota exceeded/.test(log))
    return {
      kind: 'fault',
      line: `The disk of ${path} is full: PostgreSQL could not start. Make room and start again; nothing is lost.`,
    };
  if (/Read-only file system/.test(log))
    return { kind: 'fault', line: `${path} is on a read-only file system: PostgreSQL could not start.` };
  if (/has invalid permissions|has wrong ownership/.test(log))
    return {
      kind: 'fault',
      line: `PostgreSQL refuses its folder: ${worst}. It has to belong to the user that runs it, with mode 0700.`,
    };
  if (/incompatible with (this )?server/.test(log))
    return {
      kind: 'fault',
      line: `The database in ${path} does not fit this PostgreSQL (${worst}): it is damaged, or was copied from another kind of machine. Restore it from a backup or a dump. Nothing in it was removed.`,
    };
  if (/checkpoint record|pg_control|invalid page|PANIC/.test(log))
    return {
      kind: 'fault',
      line: `The database in ${path} is damaged (${worst}): restore it from a backup. Nothing in it was removed.`,
    };
  return {
    kind: 'fault',
    line: `PostgreSQL ended while starting (${code}): ${worst ?? 'it gave no reason'}. Its log is ${join(path, 'server.log')}.`,
  };
}

/** A port nobody listens on: `wanted` when it is free, else any below the range systems give to outgoing connections. */
export async function freePort(wanted: number | undefined): Promise<number> {
  if (wanted && (await isFree(wanted))) return wanted;
  for (;;) {
    const port = randomInt(20_000, 30_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false)); // taken, or not allowed: in no case ours
    probe.listen(port, HOST, () => probe.close(() => resolve(true)));
  });
}

/**
 * Asks the server to end now: open transactions roll back, everything acknowledged is on disk.
 * @returns whether it was gone within a minute
 */
export async function shutDown(folder: DatabaseFolder, binaries: Binaries, pid: number): Promise<boolean> {
  const cluster = clusterOf(folder.path);
  // Windows has no signals; pg_ctl knows another way there.
  if (process.platform === 'win32')
    execFileSync(binaries.pgCtl, ['stop', '-D', cluster, '-m', 'fast', '-t', '60'], childOptions(folder.account));
  else process.kill(pid, 'SIGINT');
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(20)) {
    if (!isServerOf(pid, cluster)) return true;
  }
  return false;
}
