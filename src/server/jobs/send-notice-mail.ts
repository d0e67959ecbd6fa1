import { maskEmail } from '#src/lib/email.ts';
import type { Jobs } from '#src/server/core/jobs/queues.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { writeLog } from '#src/server/core/log.ts';
import { MailRefused, sendMail } from '#src/server/core/mail/send-mail.ts';
import { composeNoticeMail } from '#src/server/notice/notice-mail.ts';

/**
 * Sends the notices of a period to a member by e-mail. A temporary error of the mail server is thrown, so that the queue
 * retries the job; a permanent rejection is only logged.
 */
export async function sendNoticeMailJob(job: Jobs['send-notice-mail']): Promise<void> {
  const mail = await withTenant(job.enterpriseId, (db) => composeNoticeMail(db, job));
  if (!mail) return;
  try {
    await sendMail(mail);
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    writeLog('warn', { msg: 'mail not sent', email: maskEmail(mail.to), refused: true, reason: error.message });
  }
}
