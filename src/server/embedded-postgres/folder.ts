import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { makeFolder } from '#src/server/core/make-folder.ts';
import { errorCode, errorText, OperatorError } from '#src/server/core/operator-error.ts';
import { SYSTEM_FOLDER } from './binaries.ts';
import { type Account, accountMay, isRoot, postgresUser } from './run-as.ts';

/**
 * The database folder, normally `DATA_DIR/database`: `cluster/` is the data folder of PostgreSQL (with our `access.json`),
 * `server.log` its log, `holder` the machine that runs it.
 */
export interface DatabaseFolder {
  /** Real path, without symbolic links. */
  path: string;
  /** Owner of the folder, as which PostgreSQL runs; undefined: the user of this process. */
  account?: Account;
}

/** Returns the path of PostgreSQL's data folder in a database folder. */
export const clusterOf = (folder: string) => join(folder, 'cluster');

/** Files and folders that the portal creates in `DATA_DIR`. */
const PORTAL_FILES = new Set(['files', 'secret', 'outbox.jsonl', 'outbox.old.jsonl']);

/** File in a database folder outside `DATA_DIR` that contains the path of its `DATA_DIR`. */
const OWNER_FILE = 'data-dir';

/**
 * Returns the database folder of a `DATA_DIR` and its owner; creates it if necessary. If the database user cannot access
 * `DATA_DIR` (e.g. under `/root`), it is a folder in {@link SYSTEM_FOLDER}, and `DATA_DIR/database` is a link to it.
 * @param dataDir absolute path of an existing folder
 * @throws OperatorError when no usable folder exists, or when `DATA_DIR` is a copy of another one that is in use
 */
export async function locateFolder(dataDir: string, log: (line: string) => void): Promise<DatabaseFolder> {
  const home = realpathSync(dataDir);
  const inside = join(home, 'database');
  const found = lstatSync(inside, { throwIfNoEntry: false });
  if (found?.isSymbolicLink()) return await existing(followLink(inside, home), log);
  if (found) return await existing(inside, log);
  if (!isRoot()) {
    makeFolder(inside, 0o700);
    return { path: inside };
  }
  const account = await postgresUser(log);
  allowTraversal(home, account, log);
  if (accountMay(account, 'x', home) && canBelongTo(account, home)) {
    makeFolder(inside, 0o700);
    chownSync(inside, account.uid, account.gid);
    return { path: inside, account };
  }
  linkOutside(inside, home, account, log);
  return await existing(followLink(inside, home), log);
}

/** Returns an existing folder. PostgreSQL runs as its owner, also if the portal runs as root. */
async function existing(path: string, log: (line: string) => void): Promise<DatabaseFolder> {
  const { uid, gid } = statSync(path);
  if (!isRoot()) {
    if (process.getuid && uid !== process.getuid()) {
      throw new OperatorError(
        `${path} belongs to user ${uid}, but the portal runs as user ${process.getuid()}: start it as that user (or as root), or change the owner of the folder with "chown -R ${process.getuid()} ${path}".`,
      );
    }
    return { path };
  }
  let account: Account = { uid, gid };
  if (uid === 0) {
    // A backup that was restored by root has lost its owner.
    account = await postgresUser(log);
    changeOwner(path, account);
    log(`${path} belonged to root, which PostgreSQL rejects: changed its owner to the user "postgres"`);
  }
  if (!accountMay(account, 'x', path)) {
    throw new OperatorError(
      `The database user (${account.uid}) cannot reach its folder ${path}: make the parent folders accessible (chmod o+x), or move DATA_DIR to a folder it can reach.`,
    );
  }
  return { path, account };
}

/** Changes the owner of a folder and everything in it. */
export function changeOwner(path: string, { uid, gid }: Account): void {
  const pending = [path];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    lchownSync(at, uid, gid);
    if (lstatSync(at).isDirectory()) pending.push(...childrenOf(at));
  }
}

/**
 * Lets the database user traverse a `DATA_DIR` with mode 0700 (as temporary folders have) that contains only files of the
 * portal. Its content keeps its modes, and other users still cannot list it. Parent folders and folders with other content,
 * e.g. a home, are not changed.
 */
function allowTraversal(home: string, account: Account, log: (line: string) => void): void {
  if (accountMay(account, 'x', home) || !accountMay(account, 'x', dirname(home))) return;
  const { uid, mode } = statSync(home);
  if (uid !== 0 || readdirSync(home).some((name) => !PORTAL_FILES.has(name))) return;
  chmodSync(home, (mode & 0o7777) | 0o011);
  log(`${home} was not accessible to the database user: allowed traversing it, but not listing it (mode 0711)`);
}

/**
 * Whether files can be owned by the account: some file systems (network shares, mounted folders) do not support owners.
 */
function canBelongTo(account: Account, home: string): boolean {
  const probe = join(home, `.owner-${process.pid}`);
  try {
    mkdirSync(probe, { mode: 0o700 });
    chownSync(probe, account.uid, account.gid);
    return accountMay(account, 'w', probe);
  } catch (error) {
    if (['EPERM', 'EINVAL', 'ENOTSUP', 'EACCES'].includes(errorCode(error) ?? '')) return false;
    throw error;
  } finally {
    rmSync(probe, { recursive: true, force: true });
  }
}

function linkOutside(inside: string, home: string, account: Account, log: (line: string) => void): void {
  const outside = join(SYSTEM_FOLDER, createHash('sha256').update(home).digest('hex').slice(0, 12));
  try {
    makeFolder(SYSTEM_FOLDER);
    if (!existsSync(outside)) mkdirSync(outside, { mode: 0o700 });
    else if (existsSync(clusterOf(outside))) log(`found the database of an earlier ${home} again`);
    writeFileSync(join(outside, OWNER_FILE), `${home}\n`);
    changeOwner(outside, account);
    symlinkSync(outside, inside);
  } catch (error) {
    // Another start may have created the link meanwhile.
    if (errorCode(error) !== 'EEXIST') {
      throw new OperatorError(
        `The database user cannot reach ${home}, and the system folder ${outside} cannot be used instead (${errorText(error)}). Set DATA_DIR to a folder it can reach (not under /root), start as an ordinary user, or set DATABASE_URL.`,
      );
    }
  }
  log(`the database user cannot reach ${home}: the database is in ${outside}, files stay in ${home}`);
}

function followLink(inside: string, home: string): string {
  let target: string;
  try {
    target = realpathSync(inside);
  } catch (error) {
    throw new OperatorError(
      `${inside} is a link to a missing folder (${errorText(error)}). Restore that folder, or remove the link to start with an empty database.`,
    );
  }
  const marker = join(target, OWNER_FILE);
  if (!existsSync(marker)) return target; // a link created by the operator
  const owner = readFileSync(marker, 'utf8').trim();
  if (owner !== home) {
    const other = join(owner, 'database');
    if (existsSync(other) && realpathSync(other) === target) {
      throw new OperatorError(
        `${home} is a copy of ${owner}, and both would use the database in ${target}. Remove ${inside} to start with an empty database (then restore a dump into it), or stop using one of the two.`,
      );
    }
    // Moved, not copied.
    const { uid, gid } = statSync(target);
    writePrivate(marker, `${home}\n`, { uid, gid });
  }
  return target;
}

/** Replaces a small file atomically, readable by its owner only. */
export function writePrivate(path: string, text: string, account: Account | undefined): void {
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}`);
  writeFileSync(draft, text, { mode: 0o600 });
  if (account) chownSync(draft, account.uid, account.gid);
  renameSync(draft, path);
}

const childrenOf = (folder: string) => readdirSync(folder).map((name) => join(folder, name));
