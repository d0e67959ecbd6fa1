import { randomBytes } from 'node:crypto';
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { errorCode, OperatorError } from '#src/server/core/operator-error.ts';
import { newAccess, saveAccess } from './access.ts';
import type { Binaries } from './binaries.ts';
import { clusterOf, type DatabaseFolder } from './folder.ts';
import { isAlive } from './postmaster.ts';
import { explained, ProgramError, single } from './programs.ts';
import { runAs } from './run-as.ts';

/** Free space required for an empty cluster and its first write-ahead log, with a reserve. */
const NEEDED_BYTES = 200 * 1024 * 1024;

/**
 * Tuning parameters are in the configuration file of the cluster, so that operators can change them; addresses and port,
 * which must not change, are passed on the command line.
 */
const CONFIGURATION = `
# Zhixing's defaults; change them here or with ALTER SYSTEM.
max_connections = 200
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

/** Incomplete clusters that this process is creating. */
const drafts = new Set<string>();

/**
 * Creates an empty cluster with the database `zhixing`, in a temporary folder that is renamed when it is complete: an
 * interrupted start leaves no incomplete cluster, and of two simultaneous starts one wins.
 * @returns false when another process has created the cluster meanwhile
 * @throws OperatorError when the disk is full or PostgreSQL's `initdb` fails
 */
export async function createCluster(
  folder: DatabaseFolder,
  binaries: Binaries,
  log: (line: string) => void,
): Promise<boolean> {
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
    await single(
      cluster,
      [
        `create role zhixing login createdb createrole password '${access.owner}'`,
        'create database zhixing owner zhixing',
      ],
      folder,
      binaries,
    );
    saveAccess({ path: draft, account }, access);
    renameSync(cluster, clusterOf(path));
    return true;
  } catch (error) {
    // Another start has created the cluster meanwhile.
    if (['ENOTEMPTY', 'EEXIST'].includes(errorCode(error) ?? '') && existsSync(clusterOf(path))) return false;
    throw explained(error, path);
  } finally {
    rmSync(draft, { recursive: true, force: true });
    drafts.delete(draft);
  }
}

/**
 * Removes temporary folders of interrupted starts. An `initdb` that is still running may write there again; the rest is then
 * removed at the next start.
 */
export function clearInterrupted(path: string): void {
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
  throw new OperatorError(
    `The disk of ${path} is full: ${Math.floor(free / 2 ** 20)} MB free, a new database needs ${NEEDED_BYTES / 2 ** 20} MB. Free some space, or set DATA_DIR to another disk.`,
  );
}

async function initdb(
  cluster: string,
  passwordFile: string,
  { account }: DatabaseFolder,
  binaries: Binaries,
  log: (line: string) => void,
): Promise<void> {
  // Sort order and case conversion use PostgreSQL's builtin C.UTF-8, the same on every system. The system's locale
  // still
  // determines which characters pg_trgm treats as letters: with plain C no Chinese ones (show_trgm('知行') is empty).
  for (const ctype of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
    const { code, said } = await runAs(account, binaries.initdb, [
      '-D',
      cluster,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      `--lc-ctype=${ctype}`,
      '--no-instructions',
    ]);
    if (code === 0) {
      if (ctype === 'C') log('this system has no UTF-8 locale: similarity search (pg_trgm) ignores Chinese characters');
      return;
    }
    if (ctype === 'C' || !/invalid locale name/.test(said)) throw new ProgramError('initdb', code, said);
  }
}
