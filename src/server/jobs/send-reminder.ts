import { maskEmail } from '#src/lib/email.ts';
import { maskPhone } from '#src/lib/phone.ts';
import { afterQuietHours } from '#src/server/notice/quiet-hours.ts';
import { systemNow } from '#src/lib/system-clock.ts';
import { SmsRefused } from '#src/server/account/code/sms/message.ts';
import { sendSms } from '#src/server/account/code/sms/send-sms.ts';
import type { Jobs } from '#src/server/core/jobs/queues.ts';
import { sendJob } from '#src/server/core/jobs/send-job.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { writeLog } from '#src/server/core/log.ts';
import { MailRefused, sendMail } from '#src/server/core/mail/send-mail.ts';
import { readEnterprise } from '#src/server/core/read-enterprise.ts';
import { claimReminder, releaseReminder, type Reminder } from '#src/server/notice/reminder-message.ts';

/**
 * Sends the reminder of a notice by SMS or e-mail, at most once: it is claimed before. A job that was delayed into quiet
 * hours waits for their end. A temporary error is thrown, so that the queue retries the job; a permanent one is only logged.
 */
export async function sendReminderJob(job: Jobs['send-reminder'], now = systemNow()): Promise<void> {
  const { enterpriseId, by } = job;
  const reminder = await withTenant(enterpriseId, async (db) => {
    if (by === 'sms') {
      const later = afterQuietHours(now, (await readEnterprise(db, enterpriseId)).timeZone);
      if (later > now) return void (await sendJob(db, 'send-reminder', job, later));
    }
    return claimReminder(db, job, now);
  });
  if (!reminder) return;
  try {
    await send(reminder, by, now);
  } catch (error) {
    if (!(error instanceof SmsRefused || error instanceof MailRefused)) {
      await withTenant(enterpriseId, (db) => releaseReminder(db, job));
      throw error;
    }
    writeLog('warn', { msg: 'reminder not sent', ...masked(reminder, by), reason: error.message });
  }
}

async function send({ sms, mail }: Reminder, by: 'sms' | 'mail', now: Date): Promise<void> {
  if (by === 'sms' && sms) await sendSms({ ...sms, purpose: 'reminder' }, now);
  if (by === 'mail' && mail) await sendMail(mail);
}

const masked = ({ sms, mail }: Reminder, by: 'sms' | 'mail') =>
  by === 'sms' ? { phone: sms && maskPhone(sms.phone) } : { email: mail && maskEmail(mail.to) };
