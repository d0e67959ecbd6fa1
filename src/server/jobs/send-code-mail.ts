import { maskEmail } from '#src/lib/email.ts';
import { systemNow } from '#src/lib/system-clock.ts';
import type { SealedMail } from '#src/server/account/code/code-mail.ts';
import type { Jobs } from '#src/server/core/jobs/queues.ts';
import { writeLog } from '#src/server/core/log.ts';
import { MailRefused, sendMail } from '#src/server/core/mail/send-mail.ts';
import { unseal } from '#src/server/core/seal.ts';

/**
 * Sends a code by e-mail. A temporary error of the mail server is thrown, so that the queue retries the job; a permanent
 * rejection is only logged. If a job runs twice, the user receives the same code twice.
 */
export async function sendCodeMailJob({ sealed }: Jobs['send-code-mail'], now = systemNow()): Promise<void> {
  const { silent, expiresAt, code: _, ...message } = JSON.parse(unseal(sealed)) as SealedMail;
  if (silent || new Date(expiresAt) <= now) return;
  try {
    await sendMail(message);
  } catch (error) {
    const refused = error instanceof MailRefused;
    const reason = error instanceof Error ? error.message : String(error);
    writeLog('warn', { msg: 'mail not sent', email: maskEmail(message.to), refused, reason });
    if (!refused) throw error;
  }
}
