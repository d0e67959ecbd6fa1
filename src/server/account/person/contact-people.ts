import { sql } from 'drizzle-orm';
import type { Provider } from '#src/server/account/tables/account.ts';
import { auditEach } from '#src/server/core/audit.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/* People of the contacts of a provider, whom synchronisations bring (decision 096). */

type By = { enterpriseId: string; userId: string; importId: string; provider: Provider; now: Date };
type Contact = { subject: string; userId: string | null; given: Record<string, unknown> };

/** Stores who the contacts are. Those who wait for their first sign-in and are not among them are forgotten. */
export async function noteContactPeople(
  db: TenantDb,
  { enterpriseId, provider, now }: By,
  contacts: readonly Contact[],
): Promise<void> {
  const given = JSON.stringify(contacts);
  await db.execute(sql`
    insert into contact_person (enterprise_id, provider, subject, user_id, given, gmt_modified)
    select ${enterpriseId}, ${provider}, c.subject, c."userId", c.given, ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${given}::jsonb) as c (subject text, "userId" uuid, given jsonb)
    on conflict (enterprise_id, provider, subject) do update
      set user_id = excluded.user_id, given = excluded.given, is_disabled = false, gmt_modified = excluded.gmt_modified
    where (contact_person.user_id, contact_person.given, contact_person.is_disabled)
      is distinct from (excluded.user_id, excluded.given, false)`);
  await db.execute(sql`
    delete from contact_person p where p.enterprise_id = ${enterpriseId} and p.provider = ${provider} and p.user_id is null
      and not exists (select from jsonb_to_recordset(${given}::jsonb) as c (subject text) where c.subject = p.subject)`);
}

/** Notes whom a synchronisation has disabled, or does not disable any more: it enables them when the contacts have them again. */
export const noteDisabledContacts = (
  db: TenantDb,
  { enterpriseId, provider }: By,
  members: readonly { userId: string; isDisabled: boolean }[],
) =>
  db.execute(sql`
    update contact_person p set is_disabled = c."isDisabled"
    from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as c ("userId" uuid, "isDisabled" boolean)
    where p.enterprise_id = ${enterpriseId} and p.provider = ${provider} and p.user_id = c."userId"`);

/**
 * Lets members sign in as the contacts that they are. Who has rights of management, or is a member of another enterprise too, links the
 * identity at a sign-in of their own: whoever keeps the contacts must not get the rights of others.
 * @returns ids of those for whom it was linked
 */
export async function linkContacts(
  db: TenantDb,
  by: By,
  contacts: readonly { subject: string; userId: string; name: string }[],
): Promise<string[]> {
  const { enterpriseId, provider, now, importId } = by;
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into user_identity (enterprise_id, provider, subject, user_id, display_name, gmt_create)
    select ${enterpriseId}, ${provider}, c.subject, c."userId", nullif(c.name, ''), ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(contacts)}::jsonb) as c (subject text, "userId" uuid, name text)
    join enterprise_user m on m.enterprise_id = ${enterpriseId} and m.user_id = c."userId" and m.status = 'active' and not m.is_admin
    where not exists (select from role_grant g where g.enterprise_id = ${enterpriseId} and g.user_id = c."userId")
      and not exists (select from portal.membership s where s.user_id = c."userId" and s.enterprise_id <> ${enterpriseId})
      and not exists (select from user_identity i where i.enterprise_id = ${enterpriseId} and i.provider = ${provider}
                      and i.user_id = c."userId")
    on conflict do nothing returning user_id as id`);
  const ids = rows.map(({ id }) => id);
  await auditEach(
    db,
    by,
    'identity.linked',
    ids.map((id) => ({ id, detail: { memberId: id, importId, provider } })),
  );
  return ids;
}

/** Takes back what `linkContacts` has linked. */
export async function unlinkContacts(
  db: TenantDb,
  by: By,
  contacts: readonly { subject: string; userId: string }[],
): Promise<void> {
  const { enterpriseId, provider, importId } = by;
  const { rows } = await db.execute<{ id: string }>(sql`
    delete from user_identity i using jsonb_to_recordset(${JSON.stringify(contacts)}::jsonb) as c (subject text, "userId" uuid)
    where i.enterprise_id = ${enterpriseId} and i.provider = ${provider} and i.subject = c.subject and i.user_id = c."userId"
    returning i.user_id as id`);
  await auditEach(
    db,
    by,
    'identity.unlinked',
    rows.map(({ id }) => ({ id, detail: { memberId: id, importId, provider } })),
  );
}
