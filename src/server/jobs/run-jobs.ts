import { PgBoss } from 'pg-boss';
import { limiter } from '#src/lib/limiter.ts';
import { writeLog } from '#src/server/core/log.ts';
import { bossOptions } from '#src/server/core/jobs/boss-options.ts';
import { closeExam } from './close-exam.ts';
import { makeExportJob } from './make-export.ts';
import type { Jobs } from '#src/server/core/jobs/queues.ts';
import { sendSmsJob } from './send-sms.ts';
import { ACCOUNT_SWEEP_SECONDS, sweepAccounts } from './sweep-accounts.ts';
import { RETENTION_SWEEP_SECONDS, sweepRetention } from './sweep-retention.ts';
import { SEARCH_SWEEP_SECONDS, sweepSearch } from './sweep-search.ts';
import { SWEEP_SECONDS, sweepExams } from './sweep-exams.ts';
import { EXPORT_SWEEP_SECONDS, sweepExports } from './sweep-exports.ts';

/** Who works on a queue, how often it is looked at (seconds), and how many jobs of it run at once in this process. */
const WORK: { [Q in keyof Jobs]: { handle: (data: Jobs[Q]) => Promise<void>; every: number; atOnce: number } } = {
  'close-exam': { handle: closeExam, every: 5, atOnce: 1 },
  // One at a time: making files leaves the processor to the exam hall.
  'make-export': { handle: makeExportJob, every: 1, atOnce: 1 },
  'send-sms': { handle: sendSmsJob, every: 1, atOnce: 10 },
};

/**
 * Works on the jobs of all queues and does the regular sweeps, in this process: in the portal itself, or in a worker.
 * Any number of processes may do so.
 * @returns a function that stops taking jobs and waits for those under way
 */
export async function startJobs(): Promise<() => Promise<void>> {
  // Done jobs are looked through every minute: one that carried a code must not stay for a day.
  const boss = new PgBoss({ ...bossOptions(), max: 2, maintenanceIntervalSeconds: 60 });
  const report = (error: unknown) =>
    writeLog('error', { msg: 'job failed', error: error instanceof Error ? error.stack : String(error) });
  boss.on('error', report);
  await boss.start();
  for (const queue of Object.keys(WORK) as (keyof Jobs)[]) await work(boss, queue);
  const sweeps = [
    repeat(SWEEP_SECONDS, () => sweepExams(report), report),
    repeat(ACCOUNT_SWEEP_SECONDS, () => sweepAccounts(), report),
    repeat(EXPORT_SWEEP_SECONDS, () => sweepExports(report), report),
    repeat(RETENTION_SWEEP_SECONDS, () => sweepRetention(report), report),
    repeat(SEARCH_SWEEP_SECONDS, () => sweepSearch(report), report),
  ];
  return async () => {
    await Promise.all(sweeps.map((stop) => stop()));
    await boss.stop({ graceful: true, timeout: 10_000 });
  };
}

/** Each job of a batch succeeds or fails for itself: one that is tried again does not take others along. */
async function work<Q extends keyof Jobs>(boss: PgBoss, queue: Q): Promise<void> {
  const { handle, every, atOnce } = WORK[queue];
  const enter = limiter(atOnce);
  const options = { batchSize: 20, pollingIntervalSeconds: every, perJobResults: true } as const;
  await boss.work<Jobs[Q]>(queue, options, (jobs) =>
    Promise.all(
      jobs.map(async ({ id, data }) => {
        const leave = await enter();
        try {
          await handle(data);
          return { id, status: 'completed' as const };
        } catch (error) {
          return { id, status: 'failed' as const, output: { message: String(error) } };
        } finally {
          leave();
        }
      }),
    ),
  );
}

/** Does something every so many seconds, one after the other: a slow database must not pile sweeps up. */
function repeat(seconds: number, task: () => Promise<unknown>, report: (error: unknown) => void): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => (running = running.then(task).catch(report)), seconds * 1000);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
