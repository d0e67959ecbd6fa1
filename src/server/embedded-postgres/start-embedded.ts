import { existsSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { errorText, OperatorError } from '#src/server/core/operator-error.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { type Access, saveAccess } from './access.ts';
import { openCluster } from './open-cluster.ts';
import { clusterOf, type DatabaseFolder, locateFolder } from './folder.ts';
import { holdFolder, refuseOtherMachine } from './holder.ts';
import { cannotWrite, freePort, HOST, launch, shutDown } from './launch.ts';
import { isAlive, isServerOf, pidFile, readPostmaster } from './postmaster.ts';
import { joinServer, leaveServer } from './session.ts';

/** The database of one `DATA_DIR`, running. */
export interface Embedded {
  /** Login of the owner `zhixing`: it may create tables and roles, and is no superuser. */
  url: string;
  /** Whether the database was made just now, so that it is empty. */
  fresh: boolean;
  /** Whether a running server was found and taken over. */
  adopted: boolean;
  /** Real path of the database folder; outside `DATA_DIR` where the database user cannot reach that. */
  folder: string;
  /**
   * Leaves the database, and shuts it down when no other portal process uses it (fast shutdown). Never throws for a
   * server that is gone already; repeated calls do nothing.
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

/**
 * Starts PostgreSQL 18 in `DATA_DIR/database`, or takes over the server that already runs there: after a `kill -9` of
 * Node it lives on. Several portal processes may use one; **the last one that leaves stops it, whoever started it.**
 * If the server dies meanwhile it is started again on the same port, so that pools reconnect by themselves.
 * @param dataDir absolute path of an existing, writable folder
 * @param log gets one line for each thing a person should know
 * @throws OperatorError with one line for everything a person can repair (docs/operations.md lists them)
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
    await refuseOtherMachine(folder);
    const { access, fresh } = await openCluster(folder, binaries, log);
    const cluster = { folder, binaries, access, log };
    const joined = await bringUp(cluster);
    if (access.port !== joined.port) saveAccess(folder, { ...access, port: joined.port });
    return watch(cluster, joined, fresh);
  } catch (error) {
    throw cannotWrite(error, dataDir) ?? error;
  }
}

/** Finds the running server of the cluster or starts one, and joins it. */
async function bringUp(cluster: Cluster, fixedPort?: number): Promise<Joined> {
  const { folder, binaries, access } = cluster;
  let refused = '';
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
    refused = {
      port: `port ${port} was taken`,
      lock: 'another server holds its lock',
      shared: 'processes of a server that died still hold its memory',
    }[reason.kind];
  }
  throw new OperatorError(
    `The database in ${folder.path} did not come up within a minute: ${refused || 'it does not answer'}. Its log is ${folder.path}/server.log.`,
  );
}

/** The server that holds the lock of the cluster; a lock that nobody holds is removed. */
async function findRunning({ folder, log }: Cluster): Promise<{ pid: number; port: number } | undefined> {
  const cluster = clusterOf(folder.path);
  if (!existsSync(pidFile(cluster))) return undefined;
  // It is written line by line: a server that is just starting may not have got to the port.
  let found = readPostmaster(cluster);
  for (let tries = 0; !found && tries < 20 && existsSync(pidFile(cluster)); tries++) {
    await sleep(100);
    found = readPostmaster(cluster);
  }
  if (found && isServerOf(found.pid, cluster)) return found;
  if (found && !isAlive(found.pid)) {
    log(`the database was not shut down (process ${found.pid} is gone): starting it again`);
    return undefined; // PostgreSQL clears such a lock itself, after looking for survivors
  }
  // PostgreSQL would believe in this lock. It still refuses to start over surviving processes of its own.
  if (existsSync(pidFile(cluster)))
    log(
      found
        ? `the database's lock names process ${found.pid}, which is another program: removed the stale lock`
        : "the database's lock was half written: removed it",
    );
  rmSync(pidFile(cluster), { force: true });
  return undefined;
}

/** Asks the server until it lets us in or is gone. After an unclean stop it first replays its log, which can take a while. */
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
        `The database server at port ${port} runs but has not answered for 10 minutes. Its log is ${folder.path}/server.log.`,
      );
    }
    await sleep(pause);
  }
  return undefined;
}

/** Keeps one session open: its lock counts this process as a user, and its end tells that the server is gone. */
function watch(cluster: Cluster, joined: Joined, fresh: boolean): Embedded {
  const { folder, binaries, access, log } = cluster;
  let current = joined;
  let stopped: Promise<void> | undefined;
  let revival: Promise<void> | undefined;
  const release = holdFolder(folder, log);

  const listen = () =>
    current.session.once('end', () => {
      if (!stopped) revival = revive();
    });
  const revive = async () => {
    log('the database connection was lost: looking after the server');
    for (let pause = 200; !stopped; pause = Math.min(pause * 2, 5_000)) {
      try {
        current = await bringUp(cluster, joined.port);
        log(current.adopted ? 'the database answers again' : 'the database had ended: started it again');
        listen();
        return;
      } catch (error) {
        log(`the database cannot be started: ${errorText(error)}`);
        await sleep(pause);
      }
    }
  };
  const stop = async () => {
    await revival;
    release();
    let last: boolean;
    try {
      last = await leaveServer(current.session);
    } catch (error) {
      log(`the database was gone already (${errorText(error)})`);
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
    url: `postgres://zhixing:${access.owner}@${HOST}:${joined.port}/zhixing`,
    fresh,
    adopted: joined.adopted,
    folder: folder.path,
    stop: () => (stopped ??= stop()),
  };
}
