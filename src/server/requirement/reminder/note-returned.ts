import { sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { MailCause } from '#src/server/core/mail/message-id.ts';
import type { Report } from '#src/server/core/mail/returned.task.ts';

/**
 * Notes that an e-mail about requirements was returned, at all messages that it had, if it was sent to one of these addresses. That one is delayed is
 * not noted.
 * @returns its reader; null: it was noted before, or is about somebody else
 */
export async function noteReturnedReminder(
  db: TenantDb,
  { enterpriseId, id }: MailCause,
  { addresses, isFinal }: Report,
): Promise<string | null> {
  if (!isFinal) return null;
  const { rows } = await db.execute<{ userId: string }>(sql`
    with mail as (
      select m.user_id, d.done_at from requirement_delivery d
      join requirement_message m on m.enterprise_id = d.enterprise_id and m.id = d.message_id
      join portal.user_account a on a.id = m.user_id and a.email = any (${sql.param(addresses)}::text[])
      where d.enterprise_id = ${enterpriseId} and d.message_id = ${id} and d.channel = 'mail' and d.state = 'sent'
    )
    update requirement_delivery d set state = 'failed', reason = 'bounced'
    from mail, requirement_message m
    where d.enterprise_id = ${enterpriseId} and d.channel = 'mail' and d.state = 'sent' and d.done_at = mail.done_at
      and m.enterprise_id = d.enterprise_id and m.id = d.message_id and m.user_id = mail.user_id
    returning m.user_id as "userId"`);
  return rows[0]?.userId ?? null;
}
