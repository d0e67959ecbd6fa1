import { closePool } from '#src/server/core/db/pool.ts';
import { startJobs } from '../jobs/run-jobs.ts';
import { stopSender } from '#src/server/core/jobs/send-job.ts';
import { isForOperator, OperatorError } from '#src/server/core/operator-error.ts';
import { readSettings } from '#src/server/core/settings.ts';

/* `npm run worker`: jobs and sweeps in a process of their own, beside portals with JOBS=off. Schema: `npm run migrate`. */

try {
  if (!readSettings(process.env).databaseUrl) {
    throw new OperatorError(
      'DATABASE_URL is not set: a worker shares the database of its portal. The embedded one needs no worker.',
    );
  }
  const stop = await startJobs();
  const leave = () => {
    void stop()
      .then(stopSender)
      .then(closePool)
      .then(() => process.exit(0));
  };
  process.once('SIGINT', leave);
  process.once('SIGTERM', leave);
  console.log('Working on jobs. Ctrl-C stops it.');
} catch (error) {
  console.error(isForOperator(error) ? error.message : error);
  process.exitCode = 1;
}
