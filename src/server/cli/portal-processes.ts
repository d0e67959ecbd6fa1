import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { writeLog } from '#src/server/core/log.ts';
import { OperatorError } from '#src/server/core/operator-error.ts';
import type { Settings } from '#src/server/core/settings.ts';
import type { RunningPortal } from './load-portal.ts';

/** What a portal process reports to the process of `npm start`; `alive` answers `PING`. */
export type Report = { ready: true } | { alive: true } | { failed: string; forOperator: boolean };
/** Asks a portal process whether it still answers. */
export const PING = 'ping';

/** Pause between two questions, and how many of them may stay without an answer. */
const PING_MS = 5_000;
const MAX_UNANSWERED = 6;

/** A process that ran for this long is replaced at once; after a shorter life the next one waits. */
const STABLE_MS = 10_000;
const MAX_WAIT_MS = 30_000;

/**
 * Serves the built portal in several processes that share the port. Background jobs run in the first one. A process that
 * ends or no longer answers is replaced.
 * @returns `close`, which completes the open requests of all processes
 * @throws OperatorError when a process does not start
 */
export async function servePortalProcesses({ processes, jobs }: Settings): Promise<RunningPortal> {
  cluster.setupPrimary({ exec: fileURLToPath(new URL('./portal-process.ts', import.meta.url)) });
  let closing = false;
  const running = new Set<Worker>();

  const start = async (index: number): Promise<void> => {
    const worker = cluster.fork({ JOBS: index === 0 ? jobs : 'off' });
    const begun = performance.now();
    running.add(worker);
    await new Promise<void>((resolve, reject) => {
      worker.on('message', (report: Report) => {
        if ('failed' in report) reject(problem(report));
        else if ('ready' in report) resolve();
      });
      worker.once('exit', (code, signal) => {
        running.delete(worker);
        reject(new Error(`portal process ${worker.process.pid} ended (${signal ?? `exit code ${code}`})`));
      });
    });
    watch(worker);
    writeLog('info', { msg: 'portal process ready', process: worker.process.pid, jobs: index === 0 ? jobs : 'off' });
    worker.once('exit', (code, signal) => {
      if (closing) return;
      writeLog('error', { msg: 'portal process ended', process: worker.process.pid, code, signal });
      void replace(index, performance.now() - begun);
    });
  };
  const replace = async (index: number, livedMs: number): Promise<void> => {
    for (let wait = livedMs > STABLE_MS ? 0 : 500; !closing; wait = Math.min(MAX_WAIT_MS, Math.max(500, wait * 2))) {
      await sleep(wait);
      if (closing) return;
      try {
        return await start(index);
      } catch (error) {
        writeLog('error', { msg: 'portal process did not start', error: String(error) });
      }
    }
  };
  const close = async () => {
    closing = true;
    await Promise.all(
      [...running].map(
        (worker) =>
          new Promise<void>((resolve) => {
            worker.once('exit', () => resolve());
            worker.process.kill('SIGTERM');
          }),
      ),
    );
  };

  try {
    await Promise.all(Array.from({ length: processes }, (_, index) => start(index)));
  } catch (error) {
    await close();
    throw error;
  }
  return { close };
}

/**
 * Kills a process that does not answer for half a minute: a stopped one, or one in an endless loop. The connections that it
 * has accepted would wait for ever. Unanswered questions are counted, not time, because this process can be stopped, too.
 */
function watch(worker: Worker): void {
  let unanswered = 0;
  const timer = setInterval(() => {
    if (unanswered >= MAX_UNANSWERED) {
      writeLog('error', { msg: 'portal process does not answer', process: worker.process.pid });
      worker.process.kill('SIGKILL');
    } else if (worker.isConnected()) {
      unanswered += 1;
      // Without a callback, the failure to send to a process that has just ended would end this one.
      worker.send(PING, undefined, undefined, () => undefined);
    }
  }, PING_MS);
  worker.on('message', (report: Report) => {
    if ('alive' in report) unanswered = 0;
  });
  worker.once('exit', () => clearInterval(timer));
}

const problem = ({ failed, forOperator }: Extract<Report, { failed: string }>): Error =>
  forOperator ? new OperatorError(failed) : new Error(failed);
