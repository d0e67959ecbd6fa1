import { maskEmail } from '#src/lib/email.ts';
import { maskPhone } from '#src/lib/phone.ts';
import { systemNow } from '#src/lib/system-clock.ts';
import { SmsRefused } from '#src/server/account/code/sms/message.ts';
import { sendSms } from '#src/server/account/code/sms/send-sms.ts';
import { composeInvitation, noteSent } from '#src/server/account/invitation/compose-invitation.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import type { Jobs } from '#src/server/core/jobs/queues.ts';
import { writeLog } from '#src/server/core/log.ts';
import { MailRefused, sendMail } from '#src/server/core/mail/send-mail.ts';

/**
 * Sends the message of an invitation. Why it was not accepted is stored with the invitation; after a temporary error the queue retries the
 * job. If a job runs twice, the member receives the same link twice.
 */
export async function sendInvitationJob(job: Jobs['send-invitation'], now = systemNow()): Promise<void> {
  const invitation = await withTenant(job.enterpriseId, (db) => composeInvitation(db, job, now));
  if (!invitation) return;
  const { sms, mail } = invitation;
  try {
    await (sms ? sendSms(sms, now) : sendMail(mail));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    await withTenant(job.enterpriseId, (db) => noteSent(db, job, reason.slice(0, 200), now));
    const to = sms ? { phone: maskPhone(sms.phone) } : { email: maskEmail(mail.to) };
    writeLog('warn', { msg: 'invitation not sent', ...to, reason });
    if (!(error instanceof SmsRefused || error instanceof MailRefused)) throw error;
    return;
  }
  await withTenant(job.enterpriseId, (db) => noteSent(db, job, null, now));
}
