import { sql } from 'drizzle-orm';
import { forgetEdits } from '#src/server/account/person/change-members.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { STORED } from './plan-changes.ts';
import { forgetContacts, noteContacts } from '../sync/note-contacts.ts';
import type { Import } from './apply-rows.ts';

/** Notes whom imports know by now, and forgets edits of the portal with which the file agrees. */
export async function finishApplying(
  db: TenantDb,
  { enterpriseId, id, source, userId }: Import,
  now: Date,
): Promise<void> {
  if (source) await noteContacts(db, { enterpriseId, userId, importId: id, provider: source, now });
  else
    await db.execute(sql`
    insert into imported_person (enterprise_id, user_id, is_disabled)
    select r.enterprise_id, r.user_id, r.kind = 'missing' from person_import_row r
    where r.enterprise_id = ${enterpriseId} and r.import_id = ${id} and r.user_id is not null
      and (r.outcome = 'done' or r.kind = 'unchanged')
    on conflict (enterprise_id, user_id) do update set is_disabled = excluded.is_disabled
    where imported_person.is_disabled <> excluded.is_disabled`);
  const { rows } = await db.execute<{ userId: string; field: string }>(sql`
    select e.user_id as "userId", e.field from person_import_row r
    join member_edit e on e.enterprise_id = r.enterprise_id and e.user_id = r.user_id and r.given ? e.field
    join enterprise_user m on m.enterprise_id = r.enterprise_id and m.user_id = r.user_id
    join portal.user_account a on a.id = m.user_id
    where r.enterprise_id = ${enterpriseId} and r.import_id = ${id} and r.kind in ('changed', 'unchanged')
      and ${STORED} -> e.field = r.given -> case e.field when 'superior' then 'superiorId' else e.field end`);
  await forgetEdits(db, enterpriseId, rows);
}

/** The people whom the import has brought are disabled: a file that has them again enables them. */
export async function finishUndoing(
  db: TenantDb,
  { enterpriseId, id, source, undoneBy }: Import,
  now: Date,
): Promise<void> {
  if (source) return forgetContacts(db, { enterpriseId, userId: undoneBy!, importId: id, provider: source, now });
  await db.execute(sql`
    update imported_person i set is_disabled = (r.kind = 'new') from person_import_row r
    where r.enterprise_id = ${enterpriseId} and r.import_id = ${id} and r.kind in ('new', 'missing') and r.undone = 'done'
      and i.enterprise_id = r.enterprise_id and i.user_id = r.user_id`);
}
