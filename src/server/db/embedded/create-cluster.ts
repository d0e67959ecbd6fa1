import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { errorCode, errorText, OperatorError } from '../../operator-error.ts';
import type { Binaries } from './binaries.ts';
import { clusterOf, type DatabaseFolder, writePrivate } from './folder.ts';
import { isAlive } from './postmaster.ts';
import { childOptions } from './run-as.ts';

const run = promisify(execFile);

/** What an empty cluster and its first write-ahead log take, with room to work. */
const NEEDED_BYTES = 200 * 1024 * 1024;

/**
 * Tunables live in the cluster's own file, so that its owner may change them; what must not change (addresses, port)
 * is given on the command line.
 */
const CONFIGURATION = `
# Zhixing's defaults; change them here or with ALTER SYSTEM.
max_connections = 100
shared_buffers = 128MB
fsync = on
synchronous_commit = on
password_encryption = 'scram-sha-256'
timezone = 'UTC'
log_timezone = 'UTC'
lc_messages = 'C'
log_checkpoints = off
log_line_prefix = '%m [%p] '
random_page_cost = 1.1
jit = off
`;

/** The logins of an embedded cluster. Kept inside it, so that they move, are restored and are replaced together. */
export interface Access {
  /** Password of `zhixing`, owner of the database `zhixing`. */
  owner: string;
  /** Password of the superuser `postgres`, for upkeep and backups. */
  superuser: string;
  /** The port of the last start; taken again when it is free. */
  port?: number;
}

const accessPath = (folder: DatabaseFolder) => join(clusterOf(folder.path), 'access.json');

export function saveAccess(folder: DatabaseFolder, access: Access): void {
  writePrivate(accessPath(folder), `${JSON.stringify(access, null, 2)}\n`, folder.account);
}

/**
 * Reads the logins of the cluster, making the cluster first when there is none. A cluster is prepared aside and
 * renamed into place when it is complete: a start that is interrupted half-way leaves nothing that looks like one, and
 * of two starts at once one wins.
 * @throws OperatorError when the disk is full, the version is another one, or the folder holds something else
 */
export async function openCluster(folder: DatabaseFolder, binaries: Binaries, log: (line: string) => void): Promise<{ access: Access; fresh: boolean }> {
  const cluster = clusterOf(folder.path);
  clearInterrupted(folder.path);
  const fresh = !existsSync(cluster) || readdirSync(cluster).length === 0 ? await create(folder, binaries, log) : false;
  checkVersion(cluster, binaries);
  const access = readAccess(folder) ?? (await resetAccess(folder, binaries, log));
  return { access, fresh };
}

function checkVersion(cluster: string, { major }: Binaries): void {
  const file = join(cluster, 'PG_VERSION');
  if (!existsSync(file) || !existsSync(join(cluster, 'global', 'pg_control'))) {
    throw new OperatorError(`${cluster} holds files but no complete PostgreSQL database: restore it from a backup, or move it away to begin with an empty one. Nothing in it was changed.`);
  }
  const found = readFileSync(file, 'utf8').trim();
  if (found === major) return;
  if (!/^\d+(\.\d+)?$/.test(found)) {
    throw new OperatorError(`${file} says ${JSON.stringify(found.slice(0, 40))} instead of a PostgreSQL version: the folder is damaged. Restore it from a backup, or move it away to begin with an empty one. Nothing in it was changed.`);
  }
  throw new OperatorError(`${cluster} was written by PostgreSQL ${found}, this release brings ${major}: start the release that wrote it, dump with pg_dump, move the folder away, and restore the dump here (docs/operations.md, "Upgrade"). Nothing in it was changed.`);
}

function readAccess(folder: DatabaseFolder): Access | undefined {
  try {
    const access = JSON.parse(readFileSync(accessPath(folder), 'utf8')) as Partial<Access>;
    return access.owner && access.superuser ? (access as Access) : undefined;
  } catch (error) {
    // Without the file, or with a torn one, new passwords are set: we own this machine's cluster.
    if (errorCode(error) === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Drafts this process is working on. */
const drafts = new Set<string>();

const newAccess = (): Access => ({ owner: randomBytes(24).toString('hex'), superuser: randomBytes(24).toString('hex') });

async function create(folder: DatabaseFolder, binaries: Binaries, log: (line: string) => void): Promise<boolean> {
  checkSpace(folder.path);
  const { path, account } = folder;
  const draft = join(path, `init-${process.pid}-${randomBytes(4).toString('hex')}`);
  drafts.add(draft);
  const access = newAccess();
  try {
    mkdirSync(draft, { mode: 0o700 });
    const passwordFile = join(draft, 'password');
    writeFileSync(passwordFile, `${access.superuser}\n`, { mode: 0o600 });
    if (account) for (const each of [draft, passwordFile]) chownSync(each, account.uid, account.gid);
    const cluster = join(draft, 'cluster');
    await initdb(cluster, passwordFile, folder, binaries, log);
    appendFileSync(join(cluster, 'postgresql.conf'), CONFIGURATION);
    await single(cluster, 'postgres', [
      `create role zhixing login createdb createrole password '${access.owner}'`,
      'create database zhixing owner zhixing',
    ], folder, binaries);
    saveAccess({ path: draft, account }, access);
    renameSync(cluster, clusterOf(path));
    return true;
  } catch (error) {
    // Another start was first: its cluster is as good as ours.
    if (['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '') && existsSync(clusterOf(path))) return false;
    throw explained(error, path);
  } finally {
    rmSync(draft, { recursive: true, force: true });
    drafts.delete(draft);
  }
}

/**
 * Removes what interrupted starts left behind: only ever folders under our own name for drafts. An `initdb` that
 * outlived its start may still write there; what is left then goes at the next start.
 */
function clearInterrupted(path: string): void {
  for (const name of readdirSync(path)) {
    const pid = Number(/^init-(\d+)-[0-9a-f]+$/.exec(name)?.[1]);
    const draft = join(path, name);
    const dead = pid === process.pid ? !drafts.has(draft) : pid > 0 && !isAlive(pid);
    if (dead) rmSync(draft, { recursive: true, force: true });
  }
}

function checkSpace(path: string): void {
  const { bavail, bsize } = statfsSync(path);
  const free = bavail * bsize;
  if (free >= NEEDED_BYTES) return;
  throw new OperatorError(`The disk of ${path} is full: ${Math.floor(free / 2 ** 20)} MB free, a new database needs ${NEEDED_BYTES / 2 ** 20} MB. Make room, or set DATA_DIR to another disk.`);
}

async function initdb(cluster: string, passwordFile: string, { account }: DatabaseFolder, binaries: Binaries, log: (line: string) => void): Promise<void> {
  // Order and case come from PostgreSQL's own C.UTF-8, the same on every system. The system's locale still decides
  // what pg_trgm takes for a letter: with plain C no Chinese character is one (tried: show_trgm('知行') is empty).
  for (const ctype of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
    try {
      await run(binaries.initdb, [
        '-D', cluster, '--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8',
        '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', `--lc-ctype=${ctype}`, '--no-instructions',
      ], childOptions(account));
      if (ctype === 'C') log('this system has no UTF-8 locale: similarity search (pg_trgm) will not see Chinese characters');
      return;
    } catch (error) {
      if (ctype === 'C' || !/invalid locale name/.test(output(error))) throw error;
    }
  }
}

/** Runs statements in PostgreSQL's single-user mode: without a server, and without a password. */
async function single(cluster: string, database: string, statements: string[], { account }: DatabaseFolder, binaries: Binaries): Promise<void> {
  const child = spawn(binaries.postgres, ['--single', '-D', cluster, '-c', 'log_checkpoints=off', database], { ...childOptions(account), stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  // When it dies early, its exit code and words say why; the broken pipe does not.
  child.stdin.on('error', () => undefined);
  child.stdin.end(`${statements.join('\n')}\n`);
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  // It goes on after an error and then exits with 0.
  if (code !== 0 || /\b(ERROR|FATAL|PANIC):/.test(said)) throw Object.assign(new Error(`postgres --single failed (${code})`), { stderr: said });
}

/** The logins were lost, the data was not: sets new ones. */
async function resetAccess(folder: DatabaseFolder, binaries: Binaries, log: (line: string) => void): Promise<Access> {
  const access = newAccess();
  try {
    await single(clusterOf(folder.path), 'postgres', [
      `alter role postgres password '${access.superuser}'`,
      `alter role zhixing password '${access.owner}'`,
    ], folder, binaries);
  } catch (error) {
    if (/lock file .* already exists/.test(output(error))) {
      throw new OperatorError(`${accessPath(folder)} is missing while the database server runs: stop that server (its process is in ${clusterOf(folder.path)}/postmaster.pid) and start again, then new passwords are set.`);
    }
    throw explained(error, folder.path);
  }
  saveAccess(folder, access);
  log(`${accessPath(folder)} was missing: set new database passwords`);
  return access;
}

const output = (error: unknown) => `${(error as { stdout?: string }).stdout ?? ''}\n${(error as { stderr?: string }).stderr ?? ''}`;

function explained(error: unknown, path: string): Error {
  const said = output(error);
  if (/No space left on device|Disk quota exceeded/.test(said) || ['ENOSPC', 'EDQUOT'].includes(errorCode(error) ?? '')) {
    return new OperatorError(`The disk of ${path} is full: make room, or set DATA_DIR to another disk. Nothing was left half made.`);
  }
  if (/could not look up effective user ID/.test(said)) {
    return new OperatorError(`The user id ${process.getuid?.()} has no name on this machine, which PostgreSQL needs: run as a user of /etc/passwd, or set DATABASE_URL.`);
  }
  if (errorCode(error) === 'EROFS') return new OperatorError(`${path} is on a read-only file system: set DATA_DIR to a folder that can be written.`);
  const reason = /(?:error|FATAL|PANIC|ERROR):\s*(.+)/.exec(said)?.[1] ?? said.trim().split('\n').at(-1);
  return reason ? new OperatorError(`The database in ${path} could not be made: ${reason}`) : error instanceof Error ? error : new Error(errorText(error));
}
