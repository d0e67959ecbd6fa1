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

/** Drafts this process is working on. */
const drafts = new Set<string>();

/**
 * Makes an empty cluster with the database `zhixing`. It is prepared aside and renamed into place when it is complete:
 * a start that is interrupted half-way leaves nothing that looks like one, and of two starts at once one wins.
 * @returns false when another process was first
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
    `The disk of ${path} is full: ${Math.floor(free / 2 ** 20)} MB free, a new database needs ${NEEDED_BYTES / 2 ** 20} MB. Make room, or set DATA_DIR to another disk.`,
  );
}

async function initdb(
  cluster: string,
  passwordFile: string,
  { account }: DatabaseFolder,
  binaries: Binaries,
  log: (line: string) => void,
): Promise<void> {
  // Order and case come from PostgreSQL's own C.UTF-8, the same on every system. The system's locale still decides
  // what pg_trgm takes for a letter: with plain C no Chinese character is one (tried: show_trgm('知行') is empty).
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
      if (ctype === 'C')
        log('this system has no UTF-8 locale: similarity search (pg_trgm) will not see Chinese characters');
      return;
    }
    if (ctype === 'C' || !/invalid locale name/.test(said)) throw new ProgramError('initdb', code, said);
  }
}
