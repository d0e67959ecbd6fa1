import { maskEmail } from '#src/lib/email.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { Jobs } from '#src/server/core/jobs/queues.ts';
import { writeLog } from '#src/server/core/log.ts';
import { MailRefused, sendMail } from '#src/server/core/mail/send-mail.ts';
import { composeTest } from '#src/server/message/compose-test.ts';

/** Sends the test of a text to its editor. A temporary error of the mail server is thrown, so that the queue retries the job. */
export async function sendTestMessage(job: Jobs['send-test-message']): Promise<void> {
  const mail = await withTenant(job.enterpriseId, (db) => composeTest(db, job));
  if (!mail) return;
  try {
    await sendMail(mail);
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
    writeLog('warn', { msg: 'mail not sent', email: maskEmail(mail.to), refused: true, reason: error.message });
  }
}
