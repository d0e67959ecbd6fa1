import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import type pg from 'pg';
import { errorText, OperatorError } from '#src/server/core/operator-error.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { baseBackup } from './base-backup.ts';
import { type Access, saveAccess } from './access.ts';
import { openCluster } from './open-cluster.ts';
import { clusterOf, type DatabaseFolder, locateFolder } from './folder.ts';
import { holdFolder, checkOtherMachine } from './holder.ts';
import { cannotWrite, clientUrl, freePort, HOST, launch, shutDown } from './launch.ts';
import { isAlive, isServerOf, pidFile, readPostmaster } from './postmaster.ts';
import { joinServer, leaveServer } from './session.ts';

/** The running database of a `DATA_DIR`. */
export interface Embedded {
  /** Connection string of the owner `zhixing`, who may create tables and roles, but is not a superuser. */
  url: string;
  /** Whether the database was created by this start and is empty. */
  fresh: boolean;
  /** Whether the server was already running. */
  adopted: boolean;
  /** Real path of the database folder; outside `DATA_DIR` if the database user cannot access that. */
  folder: string;
  /** Returns a tar file of the running cluster; see {@link baseBackup}. */
  backup(): Promise<Readable>;
  /**
   * Leaves the database, and shuts it down if no other portal process uses it (fast shutdown). Does not throw if the server
   * has already ended; repeated calls do nothing.
   */
  stop(): Promise<void>;
}

interface Cluster {
  folder: DatabaseFolder;
  binaries: Binaries;
  access: Access;
  log: (line: string) => void;
}

interface Joined {
  session: pg.Client;
  pid: number;
  port: number;
  adopted: boolean;
}

/** Whether a `DATA_DIR` contains a database. @param dataDir absolute path; it need not exist */
export const hasEmbedded = (dataDir: string): boolean =>
  existsSync(join(clusterOf(join(dataDir, 'database')), 'PG_VERSION'));

/**
 * Starts PostgreSQL 18 in `DATA_DIR/database`, or uses the server that is already running there, e.g. after a `kill -9` of
 * Node. Several portal processes may share a server; **the last one that leaves stops it, whichever started it.** If the
 * server ends unexpectedly, it is restarted on the same port, so that pools reconnect by themselves.
 * @param dataDir absolute path of an existing, writable folder
 * @param log receives one line per message to the operator
 * @throws OperatorError with one line for every error that the operator can repair (docs/operations.md)
 */
export async function startEmbedded({
  dataDir,
  log,
}: {
  dataDir: string;
  log: (line: string) => void;
}): Promise<Embedded> {
  try {
    const folder = await locateFolder(dataDir, log);
    const binaries = await findBinaries(folder.account, log);
    await checkOtherMachine(folder);
    const { access, fresh } = await openCluster(folder, binaries, log);
    const cluster = { folder, binaries, access, log };
    const joined = await bringUp(cluster);
    if (access.port !== joined.port) saveAccess(folder, { ...access, port: joined.port });
    return watch(cluster, joined, fresh);
  } catch (error) {
    throw cannotWrite(error, dataDir) ?? error;
  }
}

/** Finds or starts the server of the cluster, and joins it. */
async function bringUp(cluster: Cluster, fixedPort?: number): Promise<Joined> {
  const { folder, binaries, access } = cluster;
  let lastFailure = '';
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(200)) {
    const running = await findRunning(cluster);
    if (running) {
      const session = await waitFor(cluster, running.port, () => isServerOf(running.pid, clusterOf(folder.path)));
      if (session) return { session, ...running, adopted: true };
      continue;
    }
    const port = fixedPort ?? (await freePort(access.port));
    const started = launch(folder, binaries, port);
    let ended = false;
    const failure = started.failure.then((reason) => ((ended = true), reason));
    const session = await waitFor(cluster, port, () => !ended);
    if (session) return { session, pid: started.pid, port, adopted: false };
    const reason = await failure;
    if (reason.kind === 'fault') throw new OperatorError(reason.line);
    lastFailure = {
      port: `port ${port} is in use`,
      lock: 'another server has its lock',
      shared: 'processes of a killed server still use its shared memory',
    }[reason.kind];
  }
  throw new OperatorError(
    `The database in ${folder.path} did not start within a minute: ${lastFailure || 'it does not respond'}. Its log is ${folder.path}/server.log.`,
  );
}

/** Returns the running server of the cluster; removes a stale lock. */
async function findRunning({ folder, log }: Cluster): Promise<{ pid: number; port: number } | undefined> {
  const cluster = clusterOf(folder.path);
  if (!existsSync(pidFile(cluster))) return undefined;
  // The file is written line by line: that of a starting server may not contain the port yet.
  let found = readPostmaster(cluster);
  for (let tries = 0; !found && tries < 20 && existsSync(pidFile(cluster)); tries++) {
    await sleep(100);
    found = readPostmaster(cluster);
  }
  if (found && isServerOf(found.pid, cluster)) return found;
  if (found && !isAlive(found.pid)) {
    log(`the database was not shut down (process ${found.pid} is gone): starting it again`);
    return undefined; // PostgreSQL removes such a lock itself, after checking for remaining processes
  }
  // PostgreSQL would treat this lock as valid. Without it, it still refuses to start while processes of its own remain.
  if (existsSync(pidFile(cluster)))
    log(
      found
        ? `the database's lock names process ${found.pid}, which is another program: removed the stale lock`
        : "the database's lock was incomplete: removed it",
    );
  rmSync(pidFile(cluster), { force: true });
  return undefined;
}

/**
 * Waits until the server accepts a session, or has ended. After an unclean stop it first replays its log, which can take long.
 * @returns undefined if the server has ended
 */
async function waitFor(
  { folder, access, log }: Cluster,
  port: number,
  running: () => boolean,
): Promise<pg.Client | undefined> {
  const begun = Date.now();
  let said = false;
  for (let pause = 20; running(); pause = Math.min(pause * 1.3, 250)) {
    const session = await joinServer(folder, access, port);
    if (session) return session;
    if (!said && Date.now() - begun > 5_000) {
      log('waiting for the database: after an unclean stop it first replays its log');
      said = true;
    }
    if (Date.now() - begun > 600_000) {
      throw new OperatorError(
        `The database server at port ${port} is running but has not responded for 10 minutes. Its log is ${folder.path}/server.log.`,
      );
    }
    await sleep(pause);
  }
  return undefined;
}

/** Keeps one session open: its lock counts this process as a user, and its end shows that the server has ended. */
function watch(cluster: Cluster, joined: Joined, fresh: boolean): Embedded {
  const { folder, binaries, access, log } = cluster;
  let current = joined;
  let stopped: Promise<void> | undefined;
  let restart: Promise<void> | undefined;
  const release = holdFolder(folder, log);

  const listen = () =>
    current.session.once('end', () => {
      if (!stopped) restart = restartServer();
    });
  const restartServer = async () => {
    log('the database connection was lost: checking the server');
    for (let pause = 200; !stopped; pause = Math.min(pause * 2, 5_000)) {
      try {
        current = await bringUp(cluster, joined.port);
        log(current.adopted ? 'the database is available again' : 'the database had ended: started it again');
        listen();
        return;
      } catch (error) {
        log(`the database cannot be started: ${errorText(error)}`);
        await sleep(pause);
      }
    }
  };
  const stop = async () => {
    await restart;
    release();
    let last: boolean;
    try {
      last = await leaveServer(current.session);
    } catch (error) {
      log(`the database had already ended (${errorText(error)})`);
      return;
    }
    if (!last) {
      log('another portal process uses the database: left it running');
      await current.session.end();
      return;
    }
    if (!(await shutDown(folder, binaries, current.pid))) {
      log(`the database is still shutting down (process ${current.pid}); its log is ${folder.path}/server.log`);
    }
  };
  listen();
  return {
    url: clientUrl(folder.path, joined.port, { user: 'zhixing', password: access.owner, database: 'zhixing' }),
    fresh,
    adopted: joined.adopted,
    folder: folder.path,
    backup: () => baseBackup(`postgres://postgres:${access.superuser}@${HOST}:${joined.port}/postgres`),
    stop: () => (stopped ??= stop()),
  };
}
