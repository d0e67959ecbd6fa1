import { sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { MailCause } from '#src/server/core/mail/message-id.ts';
import type { Report } from '#src/server/core/mail/returned.task.ts';

/**
 * Notes that the e-mail about a notice was returned, or is delayed, if it was sent to one of these addresses.
 * @returns its reader; null: it was noted before, or is about somebody else
 */
export async function noteReturned(
  db: TenantDb,
  { enterpriseId, id }: MailCause,
  { addresses, status, isFinal }: Report,
  at: Date,
): Promise<string | null> {
  const { rows } = await db.execute<{ userId: string }>(sql`
    update notice_delivery d set
      state = case when ${isFinal} then 'failed' else d.state end,
      reason = case when ${isFinal} then 'bounced' end,
      error = ${`mail: ${status}`},
      done_at = case when ${isFinal} then ${at.toISOString()}::timestamptz else d.done_at end
    from portal.user_account a
    where d.enterprise_id = ${enterpriseId} and d.notice_id = ${id} and d.channel = 'mail' and d.state = 'sent'
      and a.id = d.user_id and a.email = any (${sql.param(addresses)}::text[])
    returning d.user_id as "userId"`);
  return rows[0]?.userId ?? null;
}
