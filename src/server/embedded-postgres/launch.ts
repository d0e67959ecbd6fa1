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
const MAX_LOG_BYTES = 10 * 2 ** 20;

/**
 * Why a server did not start. `port`: in use; `lock`: another server has the lock; `shared`: processes of the previous
 * server are still ending.
 */
export type Failure = { kind: 'port' | 'lock' | 'shared' } | { kind: 'fault'; line: string };

/** A server process that may not accept connections yet. */
export interface Launch {
  pid: number;
  /** Resolves when the process ends. */
  failure: Promise<Failure>;
}

/**
 * Starts the server in a separate session: Ctrl-C in the terminal must reach only the portal, which completes open requests
 * first, and the database must survive a `kill -9` of Node. Therefore it also logs to a file and not to a pipe.
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
    return ''; // the folder was removed; the exit code is reported anyway
  }
}

function openLog(path: string, { account }: DatabaseFolder): number {
  try {
    if (existsSync(path) && statSync(path).size > MAX_LOG_BYTES) renameSync(path, `${path}.1`);
    const file = openSync(path, 'a', 0o600);
    if (account) chownSync(path, account.uid, account.gid);
    return file;
  } catch (error) {
    throw cannotWrite(error, path) ?? error;
  }
}

/** @returns an error with one line for a full, read-only or inaccessible disk; undefined for any other error */
export function cannotWrite(error: unknown, path: string): OperatorError | undefined {
  const code = errorCode(error) ?? '';
  if (['ENOSPC', 'EDQUOT'].includes(code))
    return new OperatorError(`The disk of ${path} is full: free some space, or set DATA_DIR to another disk.`);
  if (code === 'EROFS')
    return new OperatorError(`${path} is on a read-only file system: set DATA_DIR to a folder that can be written.`);
  if (['EACCES', 'EPERM'].includes(code))
    return new OperatorError(
      `${path} may not be written by this user (${code}): change the owner of the folder to user ${process.getuid?.() ?? ''}, or set DATA_DIR to another one.`,
    );
  return undefined;
}

/**
 * Returns the folder of the Unix socket, or an empty text if the path is not supported: the system
 * allows 107 bytes, and PostgreSQL treats some characters as separators.
 */
export function socketFolder(path: string): string {
  return Buffer.byteLength(`${path}/.s.PGSQL.65535.lock`) < 107 && /^[\w./-]+$/.test(path) ? path : '';
}

/**
 * Address of a database for clients: through the Unix socket where the server has created one, which takes less processor
 * time for a statement than TCP (decision 066), else through TCP.
 * @param path database folder
 */
export function clientUrl(path: string, port: number, login: { user: string; password: string; database: string }) {
  const { user, password, database } = login;
  const tcp = `postgres://${user}:${password}@${HOST}:${port}/${database}`;
  const socket = socketFolder(path);
  return socket && existsSync(join(socket, `.s.PGSQL.${port}`)) ? `${tcp}?host=${encodeURIComponent(socket)}` : tcp;
}

/**
 * Determines why PostgreSQL ended.
 * @param log its log since the start
 * @param path database folder
 * @param code exit code or signal
 */
export function explain(log: string, path: string, code: number | string | null): Failure {
  if (/could not bind IPv4 address|could not create any TCP\/IP sockets/.test(log)) return { kind: 'port' };
  if (/lock file "postmaster\.pid" already exists|lock file "postmaster\.pid" is empty/.test(log))
    return { kind: 'lock' };
  if (/pre-existing shared memory block/.test(log)) return { kind: 'shared' };
  // Without the messages to clients that connected during the start.
  const worst = [...log.matchAll(/(?:FATAL|PANIC): +(.+)/g)]
    .map((match) => match[1]!)
    .filter((line) => !/^(the database system is|terminating) /.test(line))
    .at(-1);
  if (/No space left on device|Disk quota exceeded/.test(log))
    return {
      kind: 'fault',
      line: `The disk of ${path} is full: PostgreSQL could not start. Free some space and start again; no data is lost.`,
    };
  if (/Read-only file system/.test(log))
    return { kind: 'fault', line: `${path} is on a read-only file system: PostgreSQL could not start.` };
  if (/has invalid permissions|has wrong ownership/.test(log))
    return {
      kind: 'fault',
      line: `PostgreSQL rejects its folder: ${worst}. It must belong to the user that runs PostgreSQL, with mode 0700.`,
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

/** Returns a free port: `wanted` if it is free, else one below the range of ephemeral ports. */
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
    probe.once('error', () => resolve(false)); // in use, or not allowed
    probe.listen(port, HOST, () => probe.close(() => resolve(true)));
  });
}

/**
 * Shuts the server down (fast shutdown): open transactions are rolled back, committed ones are on disk.
 * @returns whether it ended within a minute
 */
export async function shutDown(folder: DatabaseFolder, binaries: Binaries, pid: number): Promise<boolean> {
  const cluster = clusterOf(folder.path);
  // Windows has no signals; pg_ctl uses another mechanism there.
  if (process.platform === 'win32')
    execFileSync(binaries.pgCtl, ['stop', '-D', cluster, '-m', 'fast', '-t', '60'], childOptions(folder.account));
  else process.kill(pid, 'SIGINT');
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(20)) {
    if (!isServerOf(pid, cluster)) return true;
  }
  return false;
}
