import { sql, type SQL } from 'drizzle-orm';
import {
  leavesHours,
  NOTICE_DELIVERY_DAYS,
  type NoticeChannel,
  type NoticeDeliveryReason,
  type NoticeGroup,
  type NoticeKind,
  type QuietHours,
} from '#src/contract/rules/notice.ts';
import type { Locale } from '#src/i18n/locale.ts';
import { workingEmail } from '#src/server/core/confirmed-addresses.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { afterQuietHours } from './quiet-hours.ts';
import { isWanted, noticeRules, readerLocale, readerOrigin } from './wanted.ts';

/** An enterprise, as far as its notices need it. */
export type Sender = { id: string; timeZone: string };

/** A delivery that was begun and has no outcome after this time: the process was killed. */
const INTERRUPTED_MS = 2 * 60_000;
/** Tries at a provider that cannot be reached; the last ones are hours apart. */
const MAX_TRIES = 9;
/** What could not be sent for so long is no news. */
const LATE_MS = 3 * 86_400_000;
/** Deliveries that one statement deletes. */
const BATCH = 1_000;

/** A notice that is to be sent on a channel now. */
export type Claimed = {
  noticeId: string;
  userId: string;
  group: NoticeGroup;
  isRequired: boolean;
  kind: NoticeKind;
  detail: Record<string, string | number>;
  path: string;
  /** The confirmed e-mail address or phone number, or the subject of the identity at the provider. */
  to: string;
  locale: Locale;
  origin: string;
};
type Found = Omit<Claimed, 'to'> & {
  wasBegun: boolean;
  isRead: boolean;
  isGone: boolean;
  isLate: boolean;
  isWanted: boolean;
  to: string | null;
  /** There is an address, but mail servers refuse it. */
  isFailing: boolean;
  quiet: QuietHours[];
};
type Fate = { noticeId: string; state: 'waiting' | 'skipped' | 'failed'; reason?: NoticeDeliveryReason; nextAt?: Date };

const instant = (at: Date) => sql`${at.toISOString()}::timestamptz`;
const idsOf = (rows: { noticeId: string }[]) => sql`${`{${rows.map(({ noticeId }) => noticeId).join()}}`}::uuid[]`;

/**
 * Claims the next notices on a channel, so that no other process sends them. What is not to be sent any more is skipped; what may not
 * be sent at this hour waits. Those that a killed process had begun are sent again, except text messages: an e-mail has the same
 * `Message-ID` then, by which mailboxes know it, and apps drop what they have just shown, but nothing tells two text messages apart.
 * @returns null when nothing waits
 */
export async function claimNotices(
  db: TenantDb,
  sender: Sender,
  at: Date,
  channel: NoticeChannel,
  max: number,
): Promise<Claimed[] | null> {
  const { rows } = await db.execute<Found>(sql`
    with next as materialized (
      select d.notice_id from notice_delivery d
      where d.enterprise_id = ${sender.id} and d.channel = ${channel} and d.state in ('waiting', 'sending') and d.next_at <= ${instant(at)}
      order by d.next_at, d.notice_id limit ${max} for update skip locked
    )
    select d.notice_id as "noticeId", d.user_id as "userId", d.group_name as "group", d.is_required as "isRequired",
           d.state = 'sending' as "wasBegun", n.kind, n.detail, n.path, n.read_at is not null as "isRead",
           u.status <> 'active' or a.disabled_at is not null as "isGone",
           d.gmt_create < ${instant(new Date(at.getTime() - LATE_MS))} as "isLate",
           d.is_required or ${isWanted(sql`d.channel`, sql`d.group_name`)} as "isWanted",
           ${addressOn(channel)} as "to",
           ${channel === 'mail' ? sql`a.email is not null` : sql`false`} as "isFailing",
           ${readerLocale(sender.id)} as locale, ${readerOrigin()} as origin,
           jsonb_build_array(jsonb_build_object('from', (r.rules ->> 'quietFrom')::int, 'until', (r.rules ->> 'quietUntil')::int))
           || case when p.quiet_from is null then '[]' else jsonb_build_array(jsonb_build_object('from', p.quiet_from, 'until', p.quiet_until)) end
             as quiet
    from next x
    join notice_delivery d on d.enterprise_id = ${sender.id} and d.notice_id = x.notice_id and d.channel = ${channel}
    join notice n on n.enterprise_id = d.enterprise_id and n.id = d.notice_id
    join enterprise_user u on u.enterprise_id = d.enterprise_id and u.user_id = d.user_id
    join portal.user_account a on a.id = d.user_id
    left join reminder_preference p on p.enterprise_id = d.enterprise_id and p.user_id = d.user_id
    ${noticeRules(sender.id)}
    order by d.next_at, d.notice_id`);
  if (rows.length === 0) return null;
  const fates = rows.flatMap((row) => fateOf(row, sender, at, channel) ?? []);
  await settle(db, sender, at, channel, fates);
  const settled = new Set(fates.map(({ noticeId }) => noticeId));
  const claimed = rows.filter((row): row is Found & Claimed => row.to !== null && !settled.has(row.noticeId));
  await db.execute(sql`
    update notice_delivery set state = 'sending', tries = tries + 1, next_at = ${instant(new Date(at.getTime() + INTERRUPTED_MS))}
    where enterprise_id = ${sender.id} and channel = ${channel} and notice_id = any (${idsOf(claimed)})`);
  return claimed;
}

/** SQL: where a channel reaches the member: an address, a number, or what the app knows them by; null: nowhere. */
function addressOn(channel: NoticeChannel): SQL {
  if (channel === 'mail') return workingEmail;
  if (channel === 'sms') return sql`case when not a.phone_unverified then a.phone end`;
  return sql`(select i.subject from user_identity i where i.enterprise_id = d.enterprise_id and i.user_id = d.user_id
    and i.provider = ${channel} order by i.gmt_create desc, i.subject limit 1)`;
}

/** What becomes of a delivery without being sent now; null: it is sent. */
function fateOf(row: Found, { timeZone }: Sender, at: Date, channel: NoticeChannel): Fate | null {
  const { noticeId } = row;
  const skipped = (reason: NoticeDeliveryReason): Fate => ({ noticeId, state: 'skipped', reason });
  if (row.wasBegun && channel === 'sms') return { noticeId, state: 'failed', reason: 'interrupted' };
  if (row.isGone) return skipped('gone');
  if (row.isRead) return skipped('read');
  if (row.isLate) return skipped('late');
  if (!row.isWanted) return skipped('notWanted');
  if (row.to === null) return skipped(row.isFailing ? 'addressFails' : 'noAddress');
  // An e-mail waits in its mailbox without a sound.
  if (channel === 'mail') return null;
  const quiet = leavesHours(row.quiet) ? row.quiet : row.quiet.slice(0, 1);
  const nextAt = afterQuietHours(at, timeZone, quiet);
  return nextAt > at ? { noticeId, state: 'waiting', nextAt } : null;
}

async function settle(db: TenantDb, { id }: Sender, at: Date, channel: NoticeChannel, fates: Fate[]): Promise<void> {
  if (fates.length === 0) return;
  await db.execute(sql`
    update notice_delivery d set state = o.state, reason = o.reason, next_at = coalesce(o."nextAt", d.next_at),
      done_at = case when o.state <> 'waiting' then ${instant(at)} end
    from jsonb_to_recordset(${JSON.stringify(fates)}::jsonb) as o ("noticeId" uuid, state text, reason text, "nextAt" timestamptz)
    where d.enterprise_id = ${id} and d.channel = ${channel} and d.notice_id = o."noticeId"`);
}

/** How a try ended; `unreachable` is tried again, `busy` too, without counting the try. `error`: what the provider says, without addresses. */
export type Outcome = {
  noticeId: string;
  outcome: 'sent' | 'refused' | 'unknownUser' | 'off' | 'unreachable' | 'busy';
  error?: string;
};

/** Writes how tries ended. What cannot be reached is tried again after 2, 4, 8, … minutes. */
export async function finishNotices(
  db: TenantDb,
  { id }: Sender,
  at: Date,
  channel: NoticeChannel,
  outcomes: Outcome[],
): Promise<void> {
  await db.execute(sql`
    update notice_delivery d set
      state = x.state,
      reason = case when x.state in ('failed', 'skipped') then o.outcome end,
      error = left(o.error, 200),
      tries = d.tries - case when o.outcome = 'busy' then 1 else 0 end,
      next_at = case when x.state <> 'waiting' then d.next_at
        when o.outcome = 'busy' then ${instant(at)} + interval '1 minute' else ${instant(at)} + make_interval(mins => power(2, d.tries)::int) end,
      done_at = case when x.state <> 'waiting' then ${instant(at)} end
    from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as o ("noticeId" uuid, outcome text, error text)
    join notice_delivery b on b.enterprise_id = ${id} and b.channel = ${channel} and b.notice_id = o."noticeId"
    cross join lateral (
      select case when o.outcome = 'sent' then 'sent' when o.outcome in ('unknownUser', 'off') then 'skipped' when o.outcome = 'busy' or (o.outcome = 'unreachable' and b.tries < ${MAX_TRIES})
        then 'waiting' else 'failed' end as state) x
    where d.enterprise_id = ${id} and d.channel = ${channel} and d.notice_id = o."noticeId" and d.state = 'sending'`);
}

/** Deletes what became of notices long ago, the oldest first. @returns how many */
export async function deleteOldDeliveries(db: TenantDb, { id }: Sender, at: Date): Promise<number> {
  const before = new Date(at.getTime() - NOTICE_DELIVERY_DAYS * 86_400_000);
  const { rowCount } = await db.execute(sql`
    delete from notice_delivery d using (
      select o.notice_id, o.channel from notice_delivery o where o.enterprise_id = ${id} and o.gmt_create < ${instant(before)}
      order by o.gmt_create, o.notice_id, o.channel limit ${BATCH}) o
    where d.enterprise_id = ${id} and d.notice_id = o.notice_id and d.channel = o.channel`);
  return rowCount ?? 0;
}
