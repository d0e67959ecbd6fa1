import { sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/** What became of an e-mail: it was accepted, or its address was refused for good. */
export type MailOutcome = { userId: string; email: string; isAccepted: boolean };

/** Counts refusals of confirmed addresses, from the last e-mail that was accepted. Addresses that were changed meanwhile are left alone. */
export async function noteMailOutcomes(db: TenantDb, outcomes: MailOutcome[]): Promise<void> {
  if (outcomes.length === 0) return;
  await db.execute(sql`
    with told as (
      select "userId", email, bool_or("isAccepted") as accepted, (count(*) filter (where not "isAccepted"))::int as refused
      from jsonb_to_recordset(${JSON.stringify(outcomes)}::jsonb) as o ("userId" uuid, email text, "isAccepted" boolean)
      group by 1, 2
    ), changed as (
      select a.id, t.accepted, t.refused from portal.user_account a
      join told t on t."userId" = a.id and t.email = a.email
      where not t.accepted or a.email_failures > 0
      order by a.id for no key update of a
    )
    update portal.user_account a set email_failures = case when c.accepted then 0 else a.email_failures + c.refused end
    from changed c where a.id = c.id`);
}
