import { systemNow } from '#src/lib/system-clock.ts';
import { SmsRefused } from '#src/server/account/code/sms/message.ts';
import { sendSms } from '#src/server/account/code/sms/send-sms.ts';
import { type MailOutcome, noteMailOutcomes } from '#src/server/account/note-mail-outcome.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { findTenantById } from '#src/server/core/find-tenant.ts';
import type { Jobs } from '#src/server/core/jobs/queues.ts';
import { writeLog } from '#src/server/core/log.ts';
import { MailRefused, sendMail } from '#src/server/core/mail/send-mail.ts';
import type { Sender } from '#src/server/requirement/reminder/channels.ts';
import {
  claimTransmissions,
  deliverNotices,
  endInterrupted,
  finishTransmissions,
  type Outcome,
} from '#src/server/requirement/reminder/deliver.ts';
import { deleteOldMessages, planMessages } from '#src/server/requirement/reminder/plan.ts';
import { sweepTenants } from './sweep-tenants.ts';
import { composeReminderMail, composeReminderSms, type Transmission } from '#src/server/requirement/reminder/texts.ts';

/** Seconds between sweeps that send what waits: somebody may have reminded people by hand. */
export const MESSAGE_SWEEP_SECONDS = 30;
/** Seconds between sweeps that look for reminders that have come. */
export const REMINDER_SWEEP_SECONDS = 300;
/** Transmissions at a time. */
const CONCURRENT = 5;

/**
 * Adds the reminders of requirements that have come, and sends them, in all tenants.
 * @param onError called for each tenant that failed; the sweep continues with the others
 */
export const sweepReminders = (onError: (error: unknown) => void) =>
  sweepTenants(onError, async (tenant) => {
    await planReminders(tenant);
    await sendMessages(tenant);
  });

/** Sends the messages that wait, in all tenants. @param onError as for `sweepReminders` */
export const sweepMessages = (onError: (error: unknown) => void) => sweepTenants(onError, sendMessages);

/** Adds the reminders of a tenant batch by batch, and deletes old messages. */
export async function planReminders(tenant: Sender, now = systemNow): Promise<void> {
  while (await withTenant(tenant.id, (db) => planMessages(db, tenant, now())));
  while ((await withTenant(tenant.id, (db) => deleteOldMessages(db, tenant, now()))) > 0);
}

/** Sends the messages of a tenant that wait. Several processes may do this at the same time. */
export async function sendMessages(tenant: Sender, now = systemNow): Promise<void> {
  await withTenant(tenant.id, (db) => endInterrupted(db, tenant, now()));
  while ((await withTenant(tenant.id, (db) => deliverNotices(db, tenant, now()))) > 0);
  for (const channel of ['mail', 'sms'] as const) while (await transmitNext(tenant, channel, now));
}

/** Sends messages that somebody waits for. */
export async function sendMessagesJob({ enterpriseId }: Jobs['send-requirement-messages']): Promise<void> {
  const tenant = await findTenantById(enterpriseId);
  if (tenant) await sendMessages(tenant);
}

/** @returns whether there was anything */
async function transmitNext(tenant: Sender, channel: 'mail' | 'sms', now: () => Date): Promise<boolean> {
  const claimed = await withTenant(tenant.id, (db) => claimTransmissions(db, tenant, now(), channel));
  if (!claimed) return false;
  for (let from = 0; from < claimed.length; from += CONCURRENT) {
    const done = await Promise.all(
      claimed.slice(from, from + CONCURRENT).map(async (each) => ({
        ...each,
        ...(await transmit(tenant, channel, each, now())),
      })),
    );
    await withTenant(tenant.id, async (db) => {
      await finishTransmissions(db, tenant, now(), channel, done);
      if (channel === 'mail') await noteMailOutcomes(db, done.flatMap(mailOutcome), now());
    });
  }
  return true;
}

type Transmitted = { outcome: Outcome; isAddress: boolean };

const mailOutcome = ({ userId, to: email, outcome, isAddress }: Transmission & Transmitted): MailOutcome[] =>
  outcome === 'sent' || isAddress ? [{ userId, email, isAccepted: outcome === 'sent' }] : [];

/** `isAddress`: an e-mail address was refused. */
async function transmit(
  tenant: Sender,
  channel: 'mail' | 'sms',
  transmission: Transmission,
  at: Date,
): Promise<Transmitted> {
  try {
    if (channel === 'mail')
      await sendMail(await withTenant(tenant.id, (db) => composeReminderMail(db, tenant, at, transmission)));
    else {
      const sms = await withTenant(tenant.id, (db) => composeReminderSms(db, tenant, transmission));
      await sendSms({ ...sms, purpose: 'reminder' }, at);
    }
    return { outcome: 'sent', isAddress: false };
  } catch (error) {
    const isRefused = error instanceof SmsRefused || error instanceof MailRefused;
    writeLog('warn', { msg: 'reminder not sent', channel, reason: error instanceof Error ? error.message : 'unknown' });
    const isAddress = error instanceof MailRefused && error.isAddress;
    return { outcome: isRefused ? 'refused' : 'unreachable', isAddress };
  }
}
