import { PgBoss, type JobWithMetadata } from 'pg-boss';
import { writeLog } from '#src/server/http/write-log.ts';
import { bossOptions } from './boss-options.ts';
import { closeExam } from './close-exam.ts';
import type { Jobs } from './queues.ts';
import { SWEEP_SECONDS, sweepExams } from './sweep-exams.ts';

const HANDLERS: { [Q in keyof Jobs]: (data: Jobs[Q]) => Promise<void> } = {
  'close-exam': closeExam,
};

/**
 * Works on the jobs of all queues and does the regular sweeps, in this process: in the portal itself, or in a worker.
 * Any number of processes may do so.
 * @returns a function that stops taking jobs and waits for those under way
 */
export async function startJobs(): Promise<() => Promise<void>> {
  const boss = new PgBoss({ ...bossOptions(), max: 2 });
  const report = (error: unknown) =>
    writeLog('error', { msg: 'job failed', error: error instanceof Error ? error.stack : String(error) });
  boss.on('error', report);
  await boss.start();
  for (const queue of Object.keys(HANDLERS) as (keyof Jobs)[]) {
    await boss.work<Jobs[typeof queue]>(queue, { batchSize: 20, pollingIntervalSeconds: 5 }, async (jobs) => {
      for (const { data } of jobs as JobWithMetadata<Jobs[typeof queue]>[]) await HANDLERS[queue](data);
    });
  }

  let sweeping: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    // One after the other: a slow database must not pile sweeps up.
    sweeping = sweeping.then(() => sweepExams(report)).catch(report);
  }, SWEEP_SECONDS * 1000);
  return async () => {
    clearInterval(timer);
    await sweeping;
    await boss.stop({ graceful: true, timeout: 10_000 });
  };
}
