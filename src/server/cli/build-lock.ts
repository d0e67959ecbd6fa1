import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from '#src/server/core/operator-error.ts';

/** Maximum age of a lock: after this time its process id must belong to another program. */
const MAX_AGE_MS = 15 * 60_000;

/**
 * Runs `work` while holding a lock file, after waiting for other processes. The lock of an ended process is removed.
 * @param now called with a message while it waits
 */
export async function withBuildLock<T>(file: string, now: (text: string) => void, work: () => Promise<T>): Promise<T> {
  for (;;) {
    if (take(file)) break;
    const pid = holder(file);
    if (pid === undefined || !isRunning(pid) || age(file) > MAX_AGE_MS) rmSync(file, { force: true });
    else {
      now(`waiting for the build of process ${pid}`);
      await sleep(300);
    }
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** Written to another file and then linked, so that a lock always contains its process id. */
function take(file: string): boolean {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, String(process.pid));
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

const age = (file: string) => Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());

function holder(file: string): number | undefined {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function isRunning(pid: number): boolean {
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
