import { sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/** What became of an e-mail: it was accepted, or its address was refused for good. */
export type MailOutcome = { userId: string; email: string; isAccepted: boolean };

/** A mail server that passes e-mails on accepts all: for so many days after one was returned, that says nothing about the address. */
const DOUBT_DAYS = 30;

const instant = (at: Date) => sql`${at.toISOString()}::timestamptz`;

/** Counts refusals of confirmed addresses, from the last e-mail that was accepted. Addresses that were changed meanwhile are left alone. */
export async function noteMailOutcomes(db: TenantDb, outcomes: MailOutcome[], at: Date): Promise<void> {
  if (outcomes.length === 0) return;
  await db.execute(sql`
    with told as (
      select "userId", email, bool_or("isAccepted") as accepted, (count(*) filter (where not "isAccepted"))::int as refused
      from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as o ("userId" uuid, email text, "isAccepted" boolean)
      group by 1, 2
    ), changed as (
      select a.id, t.accepted and (a.email_bounced_at is null or a.email_bounced_at < ${instant(at)} - make_interval(days => ${DOUBT_DAYS})) as reached,
             t.refused
      from portal.user_account a
      join told t on t."userId" = a.id and t.email = a.email
      where not t.accepted or a.email_failures > 0
      order by a.id for no key update of a
    )
    update portal.user_account a set email_failures = case when c.reached then 0 else a.email_failures + c.refused end
    from changed c where a.id = c.id`);
}

/** Counts an e-mail that was returned after it had been accepted, if the account still has one of these addresses. */
export async function noteReturnedMail(
  db: TenantDb,
  { userId, addresses, at }: { userId: string; addresses: string[]; at: Date },
): Promise<void> {
  await db.execute(sql`
    update portal.user_account set email_failures = email_failures + 1, email_bounced_at = ${instant(at)}
    where id = ${userId} and email = any (${sql.param(addresses)}::text[])`);
}
