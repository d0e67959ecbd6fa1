import { isAppChannel, type NoticeChannel } from '#src/contract/rules/notice.ts';
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
import { findMessenger } from '#src/server/people/app-message/app-messenger.ts';
import { sweepTenants } from './sweep-tenants.ts';
import { transmitCards } from './transmit-cards.ts';

/** Seconds between sweeps: they send what waited for an hour of the day, the minute of a limit, or a mail server. */
export const NOTICE_SWEEP_SECONDS = 30;
/** Notices that are claimed and sent at the same time: as many are in doubt when the process is killed. */
const CONCURRENT = 10;
/** Cards of an app: several go out with one call, and the provider drops those that it has shown. */
const CARDS = 500;
/** Recipients of an app in a minute; the lower limit of the two providers is 5,000. */
const CARDS_PER_MINUTE = 4_000;

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
  const isApp = isAppChannel(channel);
  const most = isApp ? CARDS : CONCURRENT;
  const claimed = await withTenant(tenant.id, (db) => claimNotices(db, tenant, now(), channel, most));
  if (!claimed) return false;
  if (claimed.length === 0) return true;
  const allowed = await takeMany(...limitOf(tenant, channel, claimed.length));
  const [composer, messenger] = await withTenant(tenant.id, async (db) => {
    const found = isApp ? await findMessenger(db, tenant.id, channel, now) : null;
    return [await openComposer(db, tenant.id, claimed), found] as const;
  });
  const sent = claimed.slice(0, allowed);
  const outcomes: Transmitted[] = isApp
    ? await transmitCards(messenger, composer, sent)
    : await Promise.all(sent.map((each) => transmit(channel, composer, each, now())));
  outcomes.push(...claimed.slice(allowed).map(({ noticeId }) => ({ noticeId, outcome: 'busy' as const })));
  await withTenant(tenant.id, async (db) => {
    await finishNotices(db, tenant, now(), channel, outcomes);
    if (channel === 'mail') await noteMailOutcomes(db, mailOutcomes(claimed, outcomes), now());
  });
  // A provider that does not answer is not asked for all that waits.
  return allowed === claimed.length && outcomes.some(({ outcome }) => outcome !== 'busy' && outcome !== 'unreachable');
}

/** The limit is that of the provider: of e-mail and SMS for the installation, of an app for its enterprise. */
function limitOf({ id }: Sender, channel: NoticeChannel, wanted: number): Parameters<typeof takeMany> {
  if (isAppChannel(channel)) return [`notices:${channel}:${id}`, wanted, { limit: CARDS_PER_MINUTE, seconds: 60 }];
  const limit = channel === 'mail' ? settings().mailPerMinute : settings().smsPerMinute;
  return [`notices:${channel}`, wanted, { limit, seconds: 60 }];
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
