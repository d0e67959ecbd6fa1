import { existsSync, readFileSync, readlinkSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode, OperatorError } from '#src/server/core/operator-error.ts';
import { clusterOf, type DatabaseFolder, writePrivate } from './folder.ts';
import { pidFile } from './postmaster.ts';

const BEAT_MS = 3_000;
/** Longer than a few missed beats. */
const DEAD_MS = 15_000;

const holderFile = (folder: DatabaseFolder) => join(folder.path, 'holder');

/** Names the machine or container: process numbers mean something only inside one. */
function identity(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname(); // no /proc: not Linux, so no containers either
  }
}

/**
 * Refuses a folder that another machine or container is using right now. PostgreSQL's own lock is a process number,
 * which says nothing across containers: two servers on one folder would destroy it.
 * @throws OperatorError naming the other one. Takes up to 8 s, and only after an unclean stop in another container.
 */
export async function refuseOtherMachine(folder: DatabaseFolder): Promise<void> {
  const file = holderFile(folder);
  if (!existsSync(pidFile(clusterOf(folder.path))) || !existsSync(file)) return;
  const other = readFileSync(file, 'utf8').trim();
  if (other === identity()) return;
  const beat = statSync(file).mtimeMs;
  if (fileClock(folder) - beat > DEAD_MS) return;
  for (const end = Date.now() + 8_000; Date.now() < end; await sleep(250)) {
    if (!existsSync(file)) return;
    if (statSync(file).mtimeMs > beat) {
      throw new OperatorError(
        `${folder.path} is in use by another machine or container (${other.split(' ')[0]}): two database servers on one folder would destroy it. Stop the other one first, or run one PostgreSQL for both and set DATABASE_URL.`,
      );
    }
  }
}

/** The clock of the file system, which may be another machine's. */
function fileClock(folder: DatabaseFolder): number {
  const probe = join(folder.path, `.clock-${process.pid}`);
  writeFileSync(probe, '');
  const now = statSync(probe).mtimeMs;
  rmSync(probe, { force: true });
  return now;
}

/** Says that this machine uses the folder, and goes on saying so until the returned function is called. */
export function holdFolder(folder: DatabaseFolder, log: (line: string) => void): () => void {
  const file = holderFile(folder);
  writePrivate(file, `${identity()}\n`, folder.account);
  const timer = setInterval(() => {
    try {
      utimesSync(file, new Date(), new Date());
    } catch (error) {
      log(`cannot mark ${folder.path} as in use (${errorCode(error)})`);
    }
  }, BEAT_MS);
  timer.unref();
  return () => clearInterval(timer);
}
