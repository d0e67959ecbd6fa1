import { PgBoss } from 'pg-boss';
import { limiter } from '#src/lib/limiter.ts';
import { writeLog } from '#src/server/core/log.ts';
import { systemNow } from '#src/lib/system-clock.ts';
import { runImport } from '#src/server/editing/import/run-import.ts';
import { finishRun } from '#src/server/report/run.ts';
import { bossOptions } from '#src/server/core/jobs/boss-options.ts';
import { announceExamJob } from './announce-exam.ts';
import { closeExam } from './close-exam.ts';
import { settleExam } from './settle-exam.ts';
import { regradeExam } from './regrade-exam.ts';
import { makeExportJob } from './make-export.ts';
import { recountCourseJob } from './recount-course.ts';
import { remindReadersJob } from './remind-readers.ts';
import { PLAN_SWEEP_SECONDS, sweepPlannedContent } from './sweep-planned-content.ts';
import { finishUpload } from '#src/server/media/upload/finish-upload.ts';
import { MEDIA_SWEEP_SECONDS, sweepMedia } from './sweep-media.ts';
import { makePdfJob } from './make-pdf.ts';
import { makeRenditionJob } from './make-rendition.ts';
import type { Jobs } from '#src/server/core/jobs/queues.ts';
import { runRehearsalJob, stopRehearsals } from './run-rehearsal.ts';
import { erasePersonJob } from './erase-person.ts';
import { runBulk } from './run-bulk.ts';
import { REQUIREMENT_SWEEP_SECONDS, reconcileRequirementsOf, sweepRequirements } from './reconcile-requirements.ts';
import { planPersonImport, runContactSync, runPersonImport } from './run-person-import.ts';
import { sendCodeMailJob } from './send-code-mail.ts';
import { sendNoticeMailJob } from './send-notice-mail.ts';
import { sendInvitationJob } from './send-invitation.ts';
import { deliverNoticesJob, NOTICE_SWEEP_SECONDS, sweepNotices } from './deliver-notices.ts';
import { sendTestMessage } from './send-test-message.ts';
import { sendSmsJob } from './send-sms.ts';
import { ANALYSIS_SWEEP_SECONDS, sweepAnalysis } from './sweep-analysis.ts';
import {
  CERTIFICATE_SWEEP_SECONDS,
  EXPIRY_SWEEP_SECONDS,
  sweepCertificates,
  sweepExpiring,
} from './sweep-certificates.ts';
import { BOUNCE_SWEEP_SECONDS, sweepBounces } from './sweep-bounces.ts';
import { DIGEST_SWEEP_SECONDS, sweepDigests } from './sweep-digests.ts';
import { ACCOUNT_SWEEP_SECONDS, sweepAccounts } from './sweep-accounts.ts';
import {
  MESSAGE_SWEEP_SECONDS,
  REMINDER_SWEEP_SECONDS,
  sendMessagesJob,
  sweepMessages,
  sweepReminders,
} from './sweep-reminders.ts';
import { REPORT_SWEEP_SECONDS, sweepReports } from './sweep-reports.ts';
import { RETENTION_SWEEP_SECONDS, sweepRetention } from './sweep-retention.ts';
import { RENDITION_SWEEP_SECONDS, sweepRenditions } from './sweep-renditions.ts';
import { EVALUATION_SWEEP_SECONDS, sweepEvaluations } from './sweep-evaluations.ts';
import { SEARCH_SWEEP_SECONDS, sweepSearch } from './sweep-search.ts';
import { LIVE_SWEEP_SECONDS, settleLive, sweepLive, tellLearnersJob } from './settle-live.ts';
import { ACTIVITY_SWEEP_SECONDS, sweepActivity } from './sweep-activity.ts';
import { PEOPLE_SWEEP_SECONDS, sweepPeople } from './sweep-people.ts';
import { SEAT_SWEEP_SECONDS, sweepSeats } from './sweep-seats.ts';
import { TASK_SWEEP_SECONDS, sweepTasks } from './sweep-tasks.ts';
import { REHEARSAL_SWEEP_SECONDS, sweepRehearsals } from './sweep-rehearsals.ts';
import { SWEEP_SECONDS, sweepExams } from './sweep-exams.ts';
import { EXPORT_SWEEP_SECONDS, sweepExports } from './sweep-exports.ts';
import { TRAINING_SWEEP_SECONDS, sweepTraining } from './sweep-training.ts';

type Worker<Q extends keyof Jobs> = {
  handle: (data: Jobs[Q]) => Promise<void>;
  pollSeconds: number;
  concurrency: number;
};
/** Handler of each queue, its polling interval, and the number of jobs that run at the same time in this process. */
const WORKERS: { [Q in keyof Jobs]: Worker<Q> } = {
  'close-exam': { handle: closeExam, pollSeconds: 5, concurrency: 1 },
  'settle-exam': { handle: settleExam, pollSeconds: 30, concurrency: 1 },
  'regrade-exam': { handle: regradeExam, pollSeconds: 1, concurrency: 1 },
  'announce-exam': { handle: announceExamJob, pollSeconds: 1, concurrency: 1 },
  'run-rehearsal': { handle: runRehearsalJob, pollSeconds: 1, concurrency: 1 },
  'run-bulk': { handle: runBulk, pollSeconds: 1, concurrency: 1 },
  'erase-person': { handle: erasePersonJob, pollSeconds: 5, concurrency: 1 },
  'reconcile-requirements': {
    handle: async (data) => void (await reconcileRequirementsOf(data)),
    pollSeconds: 1,
    concurrency: 1,
  },
  'plan-person-import': { handle: planPersonImport, pollSeconds: 1, concurrency: 1 },
  'run-person-import': { handle: runPersonImport, pollSeconds: 1, concurrency: 1 },
  // Providers are slow: another enterprise must not wait for one.
  'run-contact-sync': { handle: runContactSync, pollSeconds: 1, concurrency: 4 },
  // One at a time, so that exports do not slow down running exams.
  'make-export': { handle: makeExportJob, pollSeconds: 1, concurrency: 1 },
  // The same.
  'run-report': { handle: (job) => finishRun(job, systemNow), pollSeconds: 1, concurrency: 1 },
  // One at a time and at low priority: it uses one core for minutes.
  'make-rendition': { handle: makeRenditionJob, pollSeconds: 10, concurrency: 1 },
  // It may use a core and a few gigabytes for minutes.
  'make-pdf': { handle: makePdfJob, pollSeconds: 10, concurrency: 1 },
  'import-course': { handle: (job) => runImport(job, systemNow), pollSeconds: 1, concurrency: 2 },
  'finish-upload': { handle: (job) => finishUpload(job, systemNow()), pollSeconds: 1, concurrency: 2 },
  'send-sms': { handle: sendSmsJob, pollSeconds: 1, concurrency: 10 },
  'send-notice-mail': { handle: sendNoticeMailJob, pollSeconds: 5, concurrency: 2 },
  'settle-live': { handle: settleLive, pollSeconds: 2, concurrency: 1 },
  'tell-learners': { handle: tellLearnersJob, pollSeconds: 2, concurrency: 1 },
  'remind-readers': { handle: remindReadersJob, pollSeconds: 2, concurrency: 1 },
  'recount-course': { handle: recountCourseJob, pollSeconds: 1, concurrency: 1 },
  'deliver-notices': { handle: deliverNoticesJob, pollSeconds: 1, concurrency: 2 },
  'send-test-message': { handle: sendTestMessage, pollSeconds: 1, concurrency: 2 },
  'send-requirement-messages': { handle: sendMessagesJob, pollSeconds: 1, concurrency: 1 },
  'send-invitation': { handle: (job) => sendInvitationJob(job), pollSeconds: 2, concurrency: 4 },
  'send-code-mail': { handle: sendCodeMailJob, pollSeconds: 1, concurrency: 10 },
};

/**
 * Starts the job handlers of all queues and the periodic sweeps in this process: the portal itself, or a worker. Any number
 * of processes may do this.
 * @returns a function that stops fetching jobs and waits up to 10 s for running ones
 */
export async function startJobs(): Promise<() => Promise<void>> {
  // Finished jobs are deleted every minute, because jobs that contain a code must not remain for a day.
  const boss = new PgBoss({ ...bossOptions(), max: 2, maintenanceIntervalSeconds: 60 });
  const report = (error: unknown) =>
    // pg-boss reports some errors as plain objects.
    writeLog('error', { msg: 'job failed', error: error instanceof Error ? error.stack : JSON.stringify(error) });
  boss.on('error', report);
  await boss.start();
  for (const queue of Object.keys(WORKERS) as (keyof Jobs)[]) await work(boss, queue);
  const sweeps = [
    repeat(SWEEP_SECONDS, () => sweepExams(report), report),
    repeat(ACCOUNT_SWEEP_SECONDS, () => sweepAccounts(), report),
    repeat(EXPORT_SWEEP_SECONDS, () => sweepExports(report), report),
    repeat(RENDITION_SWEEP_SECONDS, () => sweepRenditions(report), report),
    repeat(MEDIA_SWEEP_SECONDS, () => sweepMedia(report), report),
    repeat(RETENTION_SWEEP_SECONDS, () => sweepRetention(report), report),
    repeat(DIGEST_SWEEP_SECONDS, () => sweepDigests(report), report),
    repeat(TRAINING_SWEEP_SECONDS, () => sweepTraining(report), report),
    repeat(LIVE_SWEEP_SECONDS, () => sweepLive(report), report),
    repeat(ACTIVITY_SWEEP_SECONDS, () => sweepActivity(report), report),
    repeat(PEOPLE_SWEEP_SECONDS, () => sweepPeople(report), report),
    repeat(SEAT_SWEEP_SECONDS, () => sweepSeats(report), report),
    repeat(TASK_SWEEP_SECONDS, () => sweepTasks(report), report),
    repeat(SEARCH_SWEEP_SECONDS, () => sweepSearch(report), report),
    repeat(EVALUATION_SWEEP_SECONDS, () => sweepEvaluations(report), report),
    repeat(CERTIFICATE_SWEEP_SECONDS, () => sweepCertificates(report), report),
    repeat(EXPIRY_SWEEP_SECONDS, () => sweepExpiring(report), report),
    repeat(ANALYSIS_SWEEP_SECONDS, () => sweepAnalysis(report), report),
    repeat(REQUIREMENT_SWEEP_SECONDS, () => sweepRequirements(report), report),
    repeat(REMINDER_SWEEP_SECONDS, () => sweepReminders(report), report),
    repeat(BOUNCE_SWEEP_SECONDS, () => sweepBounces(), report),
    repeat(NOTICE_SWEEP_SECONDS, () => sweepNotices(report), report),
    repeat(MESSAGE_SWEEP_SECONDS, () => sweepMessages(report), report),
    repeat(PLAN_SWEEP_SECONDS, () => sweepPlannedContent(report), report),
    repeat(REPORT_SWEEP_SECONDS, () => sweepReports(report), report),
    repeat(REHEARSAL_SWEEP_SECONDS, () => sweepRehearsals(), report),
  ];
  return async () => {
    stopRehearsals();
    await Promise.all(sweeps.map((stop) => stop()));
    await boss.stop({ graceful: true, timeout: 10_000 });
  };
}

/** Fetches jobs in batches. Each job succeeds or fails separately, so that a retry does not repeat the others. */
async function work<Q extends keyof Jobs>(boss: PgBoss, queue: Q): Promise<void> {
  const { handle, pollSeconds, concurrency } = WORKERS[queue];
  const enter = limiter(concurrency);
  const options = { batchSize: 20, pollingIntervalSeconds: pollSeconds, perJobResults: true } as const;
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

/** Runs a task periodically; runs do not overlap, also if the database is slow. @returns a function that stops it */
function repeat(seconds: number, task: () => Promise<unknown>, report: (error: unknown) => void): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => (running = running.then(task).catch(report)), seconds * 1000);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
