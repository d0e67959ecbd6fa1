import { maskEmail } from '#src/lib/email.ts';
import { noteMailOutcomes } from '#src/server/account/note-mail-outcome.ts';
import { systemNow } from '#src/lib/system-clock.ts';
import type { Jobs } from '#src/server/core/jobs/queues.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { writeLog } from '#src/server/core/log.ts';
import { MailRefused, sendMail } from '#src/server/core/mail/send-mail.ts';
import { composeNoticeMail } from '#src/server/notice/notice-mail.ts';

/**
 * Sends the notices of a period to a member by e-mail. A temporary error of the mail server is thrown, so that the queue
 * retries the job; a permanent rejection is logged, and counted if it concerns the address.
 */
export async function sendNoticeMailJob(job: Jobs['send-notice-mail']): Promise<void> {
  const mail = await withTenant(job.enterpriseId, (db) => composeNoticeMail(db, job));
  if (!mail) return;
  const note = (isAccepted: boolean) =>
    withTenant(job.enterpriseId, (db) =>
      noteMailOutcomes(db, [{ userId: job.userId, email: mail.to, isAccepted }], systemNow()),
    );
  try {
    await sendMail(mail);
    await note(true);
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    writeLog('warn', { msg: 'mail not sent', email: maskEmail(mail.to), refused: true, reason: error.message });
    if (error.isAddress) await note(false);
  }
}
