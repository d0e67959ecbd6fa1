import { sql, type SQL } from 'drizzle-orm';
import type { Channel } from '#src/contract/rules/requirement.ts';
import { inZone } from '#src/lib/dates.ts';
import { settings } from '#src/server/core/settings.ts';
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
  const { mail, sms } = settings();
  const hasSms = sms.provider !== 'aliyun' || sms.reminderTemplateCode !== undefined;
  return ['notice', ...(mail ? (['mail'] as const) : []), ...(hasSms ? (['sms'] as const) : [])];
}

/**
 * SQL: why a member, with the account `a` and the preference `p`, gets nothing on the channels `c.channel`; null: they get it.
 */
export const missing = sql`case c.channel
  when 'mail' then case when p.by_email is not true then 'notWanted' when a.email is null then 'noAddress' end
  when 'sms' then case when p.by_sms is not true then 'notWanted' when a.phone is null or a.phone_unverified then 'noAddress' end end`;

/** SQL that queues messages for the channels: those that the expression `made` has inserted, with `id` and `user_id`. */
export const queueMade = ({ id }: Sender, at: Date): SQL => sql`
  insert into requirement_delivery (enterprise_id, message_id, channel, state, reason, next_at, done_at)
  select ${id}, m.id, c.channel, case when x.reason is null then 'queued' else 'skipped' end, x.reason, ${instant(at)},
         case when x.reason is not null then ${instant(at)} end
  from made m
  join portal.user_account a on a.id = m.user_id
  left join reminder_preference p on p.enterprise_id = ${id} and p.user_id = m.user_id
  cross join unnest(${`{${channels().join()}}`}::text[]) c (channel)
  cross join lateral (select ${missing} as reason) x`;
