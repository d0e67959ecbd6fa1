import type { NoticeChannel } from '#src/contract/rules/notice.ts';
import { systemNow } from '#src/lib/system-clock.ts';
import { SmsRefused } from '#src/server/account/code/sms/message.ts';
import { type MailOutcome, noteMailOutcomes } from '#src/server/account/note-mail-outcome.ts';
import { sendSms } from '#src/server/account/code/sms/send-sms.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { findTenantById } from '#src/server/core/find-tenant.ts';
import type { Jobs } from '#src/server/core/jobs/queues.ts';
import { writeLog } from '#src/server/core/log.ts';
import { MailRefused, sendMail } from '#src/server/core/mail/send-mail.ts';
import { takeMany } from '#src/server/core/rate-limit.ts';
import { settings } from '#src/server/core/settings.ts';
import { channelsHere } from '#src/server/notice/channels.ts';
import { type Composer, openComposer } from '#src/server/notice/compose-notice.ts';
import {
  type Claimed,
  claimNotices,
  deleteOldDeliveries,
  finishNotices,
  type Outcome,
  type Sender,
} from '#src/server/notice/deliver.ts';
import { sweepTenants } from './sweep-tenants.ts';

/** Seconds between sweeps: they send what waited for an hour of the day, the minute of a limit, or a mail server. */
export const NOTICE_SWEEP_SECONDS = 30;
/** Notices that are claimed and sent at the same time: as many are in doubt when the process is killed. */
const CONCURRENT = 10;

/** `isAddress`: the address was refused. */
type Transmitted = Outcome & { isAddress?: boolean };

/** Sends the notices that wait, in all tenants. @param onError called for each tenant that failed; the sweep goes on with the others */
export const sweepNotices = (onError: (error: unknown) => void): Promise<void> =>
  sweepTenants(onError, async (tenant) => {
    await deliverNotices(tenant);
    while ((await withTenant(tenant.id, (db) => deleteOldDeliveries(db, tenant, systemNow()))) > 0);
  });

/** Sends the notices of an enterprise that wait. */
export async function deliverNoticesJob({ enterpriseId }: Jobs['deliver-notices']): Promise<void> {
  const tenant = await findTenantById(enterpriseId);
  if (tenant) await deliverNotices(tenant);
}

/**
 * Sends the notices of an enterprise that wait, on each channel as many as its limit allows. Several processes may do this at the same time;
 * each notice is sent once.
 */
export async function deliverNotices(tenant: Sender, now = systemNow): Promise<void> {
  for (const channel of channelsHere()) while (await deliverNext(tenant, channel, now));
}

/** @returns whether there may be more that can be sent now */
async function deliverNext(tenant: Sender, channel: NoticeChannel, now: () => Date): Promise<boolean> {
  const claimed = await withTenant(tenant.id, (db) => claimNotices(db, tenant, now(), channel, CONCURRENT));
  if (!claimed) return false;
  if (claimed.length === 0) return true;
  const limit = channel === 'mail' ? settings().mailPerMinute : settings().smsPerMinute;
  const allowed = await takeMany(`notices:${channel}`, claimed.length, { limit, seconds: 60 });
  const composer = await withTenant(tenant.id, (db) => openComposer(db, tenant.id, claimed));
  const outcomes = await Promise.all(
    claimed.map(async (each, i): Promise<Transmitted> =>
      i < allowed ? transmit(channel, composer, each, now()) : { noticeId: each.noticeId, outcome: 'busy' },
    ),
  );
  await withTenant(tenant.id, async (db) => {
    await finishNotices(db, tenant, now(), channel, outcomes);
    if (channel === 'mail') await noteMailOutcomes(db, mailOutcomes(claimed, outcomes));
  });
  // A provider that does not answer is not asked for all that waits.
  return allowed === claimed.length && outcomes.some(({ outcome }) => outcome === 'sent' || outcome === 'refused');
}

const mailOutcomes = (claimed: Claimed[], outcomes: Transmitted[]): MailOutcome[] =>
  claimed.flatMap(({ userId, to: email }, i) => {
    const { outcome, isAddress } = outcomes[i]!;
    return outcome === 'sent' || isAddress ? [{ userId, email, isAccepted: outcome === 'sent' }] : [];
  });

async function transmit(channel: NoticeChannel, composer: Composer, notice: Claimed, at: Date): Promise<Transmitted> {
  const { noticeId } = notice;
  try {
    if (channel === 'mail') await sendMail(composer.mail(notice));
    else await sendSms({ ...composer.sms(notice), purpose: 'reminder' }, at);
    return { noticeId, outcome: 'sent' };
  } catch (error) {
    const isRefused = error instanceof SmsRefused || error instanceof MailRefused;
    const reason = error instanceof Error ? error.message : String(error);
    writeLog('warn', { msg: 'notice not sent', channel, refused: isRefused, reason });
    const isAddress = error instanceof MailRefused && error.isAddress;
    return { noticeId, outcome: isRefused ? 'refused' : 'unreachable', error: reason, isAddress };
  }
}
