import { maskPhone } from '#src/lib/phone.ts';
import { systemNow } from '#src/lib/system-clock.ts';
import { SmsRefused } from '#src/server/account/code/sms/message.ts';
import type { SealedSms } from '#src/server/account/code/sms/seal-sms.ts';
import { sendSms } from '#src/server/account/code/sms/send-sms.ts';
import { writeLog } from '#src/server/core/log.ts';
import { unseal } from '#src/server/core/seal.ts';
import type { Jobs } from '#src/server/core/jobs/queues.ts';

/**
 * Sends a code by SMS. A temporary error of the provider is thrown, so that the queue retries the job; a permanent rejection
 * is only logged. If a job runs twice, the user receives the same code twice.
 */
export async function sendSmsJob({ sealed }: Jobs['send-sms'], now = systemNow()): Promise<void> {
  const { silent, expiresAt, ...message } = JSON.parse(unseal(sealed)) as SealedSms;
  if (silent || new Date(expiresAt) <= now) return;
  try {
    await sendSms(message, now);
  } catch (error) {
    const refused = error instanceof SmsRefused;
    const reason = error instanceof Error ? error.message : String(error);
    writeLog('warn', {
      msg: 'sms not sent',
      phone: maskPhone(message.phone),
      purpose: message.purpose,
      refused,
      reason,
    });
    if (!refused) throw error;
  }
}
