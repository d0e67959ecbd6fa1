import { existsSync, readFileSync, readlinkSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode, OperatorError } from '#src/server/core/operator-error.ts';
import { clusterOf, type DatabaseFolder, writePrivate } from './folder.ts';
import { pidFile } from './postmaster.ts';

const HEARTBEAT_MS = 3_000;
/** Age after which a heartbeat counts as ended: several missed ones. */
const HEARTBEAT_TIMEOUT_MS = 15_000;

const holderFile = (folder: DatabaseFolder) => join(folder.path, 'holder');

/** Identifies the machine or container, because process ids are valid only inside one. */
function identity(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname(); // no /proc: not Linux, therefore no containers
  }
}

/**
 * Checks that no other machine or container is using the folder. PostgreSQL's own lock is a process id, which is not valid
 * across containers: two servers on one folder would destroy it. Takes up to 8 s after an unclean stop in another container.
 * @throws OperatorError with the name of the other machine
 */
export async function checkOtherMachine(folder: DatabaseFolder): Promise<void> {
  const file = holderFile(folder);
  if (!existsSync(pidFile(clusterOf(folder.path))) || !existsSync(file)) return;
  const other = readFileSync(file, 'utf8').trim();
  if (other === identity()) return;
  const beat = statSync(file).mtimeMs;
  if (fileClock(folder) - beat > HEARTBEAT_TIMEOUT_MS) return;
  for (const end = Date.now() + 8_000; Date.now() < end; await sleep(250)) {
    if (!existsSync(file)) return;
    if (statSync(file).mtimeMs > beat) {
      throw new OperatorError(
        `${folder.path} is in use by another machine or container (${other.split(' ')[0]}): two database servers on one folder would destroy it. Stop the other one first, or run one PostgreSQL for both and set DATABASE_URL.`,
      );
    }
  }
}

/** Returns the current time of the file system, which may be on another machine. */
function fileClock(folder: DatabaseFolder): number {
  const probe = join(folder.path, `.clock-${process.pid}`);
  writeFileSync(probe, '');
  const now = statSync(probe).mtimeMs;
  rmSync(probe, { force: true });
  return now;
}

/** Marks the folder as used by this machine, and renews the mark periodically. @returns a function that ends this */
export function holdFolder(folder: DatabaseFolder, log: (line: string) => void): () => void {
  const file = holderFile(folder);
  writePrivate(file, `${identity()}\n`, folder.account);
  const timer = setInterval(() => {
    try {
      utimesSync(file, new Date(), new Date());
    } catch (error) {
      log(`cannot mark ${folder.path} as in use (${errorCode(error)})`);
    }
  }, HEARTBEAT_MS);
  timer.unref();
  return () => clearInterval(timer);
}
