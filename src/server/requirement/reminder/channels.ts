import { sql, type SQL } from 'drizzle-orm';
import { isAppChannel } from '#src/contract/rules/notice.ts';
import type { Channel } from '#src/contract/rules/requirement.ts';
import { inZone } from '#src/lib/dates.ts';
import { workingEmail } from '#src/server/core/confirmed-addresses.ts';
import { channelsHere } from '#src/server/notice/channels.ts';
import { isWanted, noticeRules } from '#src/server/notice/wanted.ts';
import { instant } from '../state-sql.ts';

/** An enterprise, as far as its messages need it. */
export type Sender = { id: string; timeZone: string };

/** Messages are sent from 8:00 until 20:00 in the time zone of the enterprise. */
const FROM = 8;
const UNTIL = 20;

/** Whether messages may be sent now. What falls due at another time waits. */
export function isDaytime(at: Date, timeZone: string): boolean {
  const hour = inZone(at, timeZone).hour();
  return hour >= FROM && hour < UNTIL;
}

/** The channels that this installation has: notices always, the others if it has a provider. */
export function channels(): Channel[] {
  return ['notice', ...channelsHere().filter((channel) => !isAppChannel(channel))];
}

/** SQL: whether a message `m` is about something that is overdue on the day; a digest counts as such. */
export const isLate = ({ timeZone }: Sender, at: Date): SQL =>
  sql`(m.kind = 'digest' or m.due_on < (${instant(at)} at time zone ${timeZone})::date)`;

/** SQL: the group of notices that a message belongs to. @param late SQL: it is about something overdue */
export const groupOf = (late: SQL): SQL => sql`case when ${late} then 'overdue' else 'due' end`;

/**
 * SQL: why a member, with the account `a`, the preference `p` and the rules `r` (`noticeRules`), gets nothing on the channels `c.channel`;
 * null: they get it. Channels are chosen as for all notices that are due or overdue.
 */
export const missing = (late: SQL): SQL => sql`case when c.channel <> 'notice' then case
  when not ${isWanted(sql`c.channel`, groupOf(late))} then 'notWanted'
  when c.channel = 'mail' and ${workingEmail} is null then 'noAddress'
  when c.channel = 'sms' and (a.phone is null or a.phone_unverified) then 'noAddress' end end`;

/** SQL that queues messages for the channels: those that the expression `made` has inserted, with `MADE`. */
export const queueMade = (sender: Sender, at: Date): SQL => sql`
  insert into requirement_delivery (enterprise_id, message_id, channel, state, reason, next_at, done_at)
  select ${sender.id}, m.id, c.channel, case when x.reason is null then 'queued' else 'skipped' end, x.reason, ${instant(at)},
         case when x.reason is not null then ${instant(at)} end
  from made m
  join portal.user_account a on a.id = m.user_id
  left join reminder_preference p on p.enterprise_id = ${sender.id} and p.user_id = m.user_id
  ${noticeRules(sender.id)}
  cross join unnest(${`{${channels().join()}}`}::text[]) c (channel)
  cross join lateral (select ${missing(isLate(sender, at))} as reason) x`;

/** SQL: what `queueMade` needs of the messages. */
export const MADE = sql`id, user_id, kind, due_on`;
