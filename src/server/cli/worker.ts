import { closePool } from '#src/server/core/db/pool.ts';
import { startJobs } from '../jobs/run-jobs.ts';
import { stopSender } from '#src/server/core/jobs/send-job.ts';
import { writeLog } from '#src/server/core/log.ts';
import { isForOperator, OperatorError } from '#src/server/core/operator-error.ts';
import { readSettings } from '#src/server/core/settings.ts';
import { progress } from './progress.ts';

/* `npm run worker`: runs jobs and sweeps in a separate process, for portals with JOBS=off. Does not migrate the schema. */

const { step } = progress(process.stdout, !process.stdout.isTTY);
try {
  await step('settings', () => {
    if (!readSettings(process.env).databaseUrl) {
      throw new OperatorError(
        'DATABASE_URL is not set: a worker uses the database of its portal. The embedded database needs no worker.',
      );
    }
  });
  const starting = step('jobs', () => startJobs());
  const onSignal = () => {
    void starting
      .then((stop) => stop())
      .then(stopSender)
      .then(closePool)
      .then(
        () => process.exit(0),
        () => process.exit(1), // the failing step has printed its reason
      );
  };
  process.once('SIGINT', onSignal);
  process.once('SIGTERM', onSignal);
  await starting;
} catch (error) {
  if (!isForOperator(error)) writeLog('error', { msg: 'start failed', error: String((error as Error).stack) });
  process.exitCode = 1;
}
