import { maskPhone } from '#src/lib/phone.ts';
import { systemNow } from '#src/lib/system-clock.ts';
import { SmsRefused, type SmsMessage } from '#src/server/account/code/sms/message.ts';
import { sendSms } from '#src/server/account/code/sms/send-sms.ts';
import { writeLog } from '#src/server/http/write-log.ts';
import { seal, unseal } from '#src/server/seal.ts';
import type { Jobs } from './queues.ts';

/** What the job carries. `silent`: nobody is to get it, but asking for it has to look and take the same. */
export type SealedSms = SmsMessage & { silent: boolean; expiresAt: string };

export const sealSms = (sms: SealedSms): Jobs['send-sms'] => ({ sealed: seal(JSON.stringify(sms)) });

/**
 * Sends a code. What the provider cannot take just now is thrown, so that the queue tries again; what it refuses for good
 * is only logged. Should a job run twice, the same code arrives twice.
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
