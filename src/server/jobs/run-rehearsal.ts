import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import { systemNow } from '#src/lib/system-clock.ts';
import type { Jobs } from '#src/server/core/jobs/queues.ts';
import { writeLog } from '#src/server/core/log.ts';
import { endRun } from '#src/server/rehearsal/asked-run.ts';

/** Resolved to the source file, which is present in the build too. */
const COMMAND = createRequire(import.meta.url).resolve('#src/server/cli/rehearse.ts');
/** Last characters of what a process complained about that are logged. */
const LOGGED = 2_000;

const running = new Set<ChildProcess>();

/**
 * Runs a rehearsal in a process of its own, so that it neither uses the event loop of the portal nor outlives it: it ends when
 * the channel to this process closes. It writes progress and result itself.
 */
export async function runRehearsalJob(run: Jobs['run-rehearsal']): Promise<void> {
  const child = spawn(process.execPath, [COMMAND, '--asked', `${run.enterpriseId}:${run.id}`], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  running.add(child);
  try {
    const [complaints, ended] = await Promise.all([text(child.stderr!), once(child, 'exit')]);
    const [code, signal] = ended as [number | null, NodeJS.Signals | null];
    if (code !== 0) writeLog('warn', { msg: 'rehearsal', ...run, code, signal, error: complaints.slice(-LOGGED) });
    // Does nothing to a rehearsal whose process has written its end.
    await endRun(run, code === null ? 'ended' : 'error', systemNow());
  } finally {
    running.delete(child);
  }
}

/** Ends the rehearsals of this process, which close their enterprise. */
export function stopRehearsals(): void {
  for (const child of running) child.kill('SIGTERM');
}
