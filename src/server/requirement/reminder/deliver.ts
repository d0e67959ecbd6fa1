import { sql, type SQL } from 'drizzle-orm';
import { APP_CHANNELS, type NoticeGroup } from '#src/contract/rules/notice.ts';
import type { DeliveryReason } from '#src/contract/rules/requirement.ts';
import type { Locale } from '#src/i18n/locale.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';
import { isRequired, noticeRules, readerLocale, readerOrigin } from '#src/server/notice/wanted.ts';
import { instant } from '../state-sql.ts';
import { groupOf, isDaytime, isLate, missing, type Sender } from './channels.ts';
import { noticeOf, type Transmission, type Waiting } from './texts.ts';

/** Messages of one transaction. */
const BATCH = 500;
/** Transmissions of one claim: as many are interrupted at most when the process is killed. */
const CLAIM = 50;
/** Attempts at a provider that cannot be reached; the last ones are hours apart. */
const MAX_ATTEMPTS = 8;
/** A provider that has not answered for this time: the process was killed. */
const INTERRUPTED_MS = 10 * 60_000;

type Found = Waiting & { obstacle: DeliveryReason | null };

/** SQL columns of messages `m`. */
const columns = ({ timeZone }: Sender, at: Date): SQL => sql`
  m.id as "messageId", m.user_id as "userId", m.kind, m.due_on::text as "dueOn",
  (select r.title from requirement r where r.enterprise_id = m.enterprise_id and r.id = m.requirement_id) as title,
  m.due_on < (${instant(at)} at time zone ${timeZone})::date as "isOverdue", g.people, g.overdue`;
/** SQL of what a digest `m` is about; `g`. */
const digest = ({ timeZone }: Sender, at: Date): SQL => sql`cross join lateral (
  select count(distinct i.user_id)::int as people,
         count(distinct i.user_id) filter (where i.due_on < (${instant(at)} at time zone ${timeZone})::date)::int as overdue
  from requirement_message i
  where m.kind = 'digest' and i.enterprise_id = m.enterprise_id and i.digest_id = m.id
    and portal.reminder_obstacle(i, ${instant(at)}, ${timeZone}) is null) g`;
/** SQL condition: by night only what somebody sends to themselves; members who are about to be compared again wait for that. */
const maySend = ({ timeZone }: Sender, at: Date): SQL => sql`(m.kind = 'test' or ${isDaytime(at, timeZone)})
  and (m.kind in ('test', 'digest') or not exists (
    select from requirement_change c where c.enterprise_id = m.enterprise_id and c.user_id = m.user_id))`;

/**
 * Sends the next notices, in the same transaction as what says that they are sent.
 * @param only this message; default: all that wait
 * @returns how many were found
 */
export async function deliverNotices(db: TenantDb, sender: Sender, at: Date, only?: string): Promise<number> {
  const { rows: found } = await db.execute<Found>(sql`
    with next as materialized (
      select d.message_id from requirement_delivery d
      join requirement_message m on m.enterprise_id = d.enterprise_id and m.id = d.message_id
      where d.enterprise_id = ${sender.id} and d.channel = 'notice' and d.state = 'queued' and d.next_at <= ${instant(at)}
        and ${maySend(sender, at)} ${only ? sql`and m.id = ${only}` : sql``}
      order by d.next_at, d.message_id limit ${BATCH} for update of d skip locked
    )
    select ${columns(sender, at)}, portal.message_obstacle(m, ${instant(at)}, ${sender.timeZone}) as obstacle
    from next n
    join requirement_message m on m.enterprise_id = ${sender.id} and m.id = n.message_id
    ${digest(sender, at)}`);
  const wanted = found.filter(({ obstacle }) => obstacle === null);
  await sendNotices(
    db,
    sender.id,
    wanted.map((each) => ({ ...noticeOf(each), userId: each.userId, source: `reminder:${each.messageId}`, at })),
    // E-mails and text messages are about several at once.
    { channels: APP_CHANNELS },
  );
  await settle(db, sender, at, 'notice', found);
  return found.length;
}

type Addressed = Found & {
  missing: DeliveryReason | null;
  to: string;
  locale: Locale;
  origin: string;
  group: NoticeGroup;
  isRequired: boolean;
};

/**
 * Claims the next messages on a channel, so that no other process sends them: one that is killed after this sends them at most once, and
 * they count as interrupted. What must not be sent any more is skipped.
 * @returns null when nothing waits
 */
export async function claimTransmissions(
  db: TenantDb,
  sender: Sender,
  at: Date,
  channel: 'mail' | 'sms',
): Promise<Transmission[] | null> {
  const { rows } = await db.execute<Addressed>(sql`
    with next as materialized (
      select d.message_id from requirement_delivery d
      join requirement_message m on m.enterprise_id = d.enterprise_id and m.id = d.message_id
      where d.enterprise_id = ${sender.id} and d.channel = ${channel} and d.state = 'queued' and d.next_at <= ${instant(at)}
        and ${maySend(sender, at)}
      order by m.user_id, d.message_id limit ${CLAIM} for update of d skip locked
    )
    select ${columns(sender, at)}, portal.message_obstacle(m, ${instant(at)}, ${sender.timeZone}) as obstacle,
           ${missing(isLate(sender, at))} as missing, ${channel === 'mail' ? sql`a.email` : sql`a.phone`} as to,
           ${readerLocale(sender.id)} as locale, ${readerOrigin()} as origin,
           ${groupOf(isLate(sender, at))} as "group", ${isRequired(sql`c.channel`, groupOf(isLate(sender, at)))} as "isRequired"
    from next n
    join requirement_message m on m.enterprise_id = ${sender.id} and m.id = n.message_id
    join portal.user_account a on a.id = m.user_id
    left join reminder_preference p on p.enterprise_id = m.enterprise_id and p.user_id = m.user_id
    cross join (values (${channel}::text)) c (channel)
    ${noticeRules(sender.id)}
    ${digest(sender, at)}
    order by m.user_id, m.due_on, m.id`);
  if (rows.length === 0) return null;
  const first = rows[0]!.userId;
  const last = rows.at(-1)!.userId;
  // The next batch may continue with this person, who is to get one message.
  const found = rows.length === CLAIM && first !== last ? rows.filter(({ userId }) => userId !== last) : rows;
  const obstacles = found.map((each) => ({ ...each, obstacle: each.obstacle ?? each.missing }));
  await settle(
    db,
    sender,
    at,
    channel,
    obstacles.filter(({ obstacle }) => obstacle !== null),
  );
  const wanted = obstacles.filter(({ obstacle }) => obstacle === null);
  await db.execute(sql`
    update requirement_delivery set state = 'sending', attempts = attempts + 1,
      next_at = ${instant(new Date(at.getTime() + INTERRUPTED_MS))}
    where enterprise_id = ${sender.id} and channel = ${channel} and message_id = any (${idsOf(wanted)})`);
  return [...Map.groupBy(wanted, ({ userId }) => userId).values()].map((items) => {
    const { userId, to, locale, origin } = items[0]!;
    const optional = new Set(items.filter((each) => !each.isRequired).map(({ group }) => group));
    return { userId, to, locale, origin, items, optional: [...optional] };
  });
}

/** How a transmission ended; `unreachable`: to be tried again. */
export type Outcome = 'sent' | 'refused' | 'unreachable';

/** Writes how transmissions ended. */
export async function finishTransmissions(
  db: TenantDb,
  { id }: Sender,
  at: Date,
  channel: 'mail' | 'sms',
  done: { items: Waiting[]; outcome: Outcome }[],
): Promise<void> {
  const rows = done.flatMap(({ items, outcome }) => items.map(({ messageId }) => ({ messageId, outcome })));
  await db.execute(sql`
    update requirement_delivery d set
      state = x.state,
      reason = case when x.state = 'failed' then o.outcome end,
      next_at = case when x.state = 'queued' then ${instant(at)} + make_interval(mins => power(2, d.attempts)::int) else d.next_at end,
      done_at = case when x.state <> 'queued' then ${instant(at)} end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as o ("messageId" uuid, outcome text)
    cross join lateral (
      select r.attempts from requirement_delivery r where r.enterprise_id = ${id} and r.message_id = o."messageId" and r.channel = ${channel}) a
    cross join lateral (
      select case when o.outcome = 'sent' then 'sent' when o.outcome = 'unreachable' and a.attempts < ${MAX_ATTEMPTS} then 'queued' else 'failed' end as state) x
    where d.enterprise_id = ${id} and d.channel = ${channel} and d.message_id = o."messageId" and d.state = 'sending'`);
}

/** Ends what a killed process has begun to send: nobody knows whether it arrived, so it is not sent again. */
export async function endInterrupted(db: TenantDb, { id }: Sender, at: Date): Promise<void> {
  await db.execute(sql`
    update requirement_delivery set state = 'failed', reason = 'interrupted', done_at = ${instant(at)}
    where enterprise_id = ${id} and state = 'sending' and next_at <= ${instant(at)}`);
}

/** Writes that messages were sent, or why they were skipped. */
async function settle(db: TenantDb, { id }: Sender, at: Date, channel: string, rows: Found[]): Promise<void> {
  if (rows.length === 0) return;
  const given = rows.map(({ messageId, obstacle }) => ({ messageId, obstacle }));
  await db.execute(sql`
    update requirement_delivery d
    set state = case when o.obstacle is null then 'sent' else 'skipped' end, reason = o.obstacle, done_at = ${instant(at)}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as o ("messageId" uuid, obstacle text)
    where d.enterprise_id = ${id} and d.channel = ${channel} and d.message_id = o."messageId"`);
}

const idsOf = (rows: Waiting[]) => sql`${`{${rows.map(({ messageId }) => messageId).join()}}`}::uuid[]`;
