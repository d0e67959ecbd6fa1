import { sql } from 'drizzle-orm';
import type { ContactProvider } from '#src/contract/rules/contact-sync.ts';
import {
  linkContacts,
  noteContactPeople,
  noteDisabledContacts,
  unlinkContacts,
} from '#src/server/account/person/contact-people.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

type By = { enterpriseId: string; userId: string; importId: string; provider: ContactProvider; now: Date };
type Row = {
  number: number;
  subject: string | null;
  userId: string | null;
  name: string;
  kind: string;
  given: Record<string, unknown>;
  isDone: boolean;
  isWaiting: boolean;
};

/** Stores who the contacts of an applied import are, and lets them sign in through the provider. */
export async function noteContacts(db: TenantDb, by: By): Promise<void> {
  const { enterpriseId, importId } = by;
  const { rows } = await db.execute<Row>(sql`
    select r.number, r.subject, r.user_id as "userId", r.name, r.kind, r.given, r.outcome = 'done' as "isDone",
           r.reasons @> '[{"key":"waitsForSignIn"}]' as "isWaiting"
    from person_import_row r where r.enterprise_id = ${enterpriseId} and r.import_id = ${importId}
      and (r.outcome = 'done' or r.kind = 'unchanged' or r.reasons @> '[{"key":"waitsForSignIn"}]')`);
  const contacts = rows.flatMap(({ subject, userId, given, isWaiting }) =>
    subject === null ? [] : [{ subject, userId: isWaiting ? null : userId, given: isWaiting ? given : {} }],
  );
  await noteContactPeople(db, by, contacts);
  await noteDisabledContacts(
    db,
    by,
    rows.flatMap(({ kind, userId, isDone }) =>
      kind === 'missing' && isDone ? [{ userId: userId!, isDisabled: true }] : [],
    ),
  );
  const linked = await linkContacts(
    db,
    by,
    rows.flatMap(({ subject, userId, name, isWaiting }) =>
      subject !== null && userId !== null && !isWaiting ? [{ subject, userId, name }] : [],
    ),
  );
  await db.execute(sql`
    update person_import_row r set is_linked = true from jsonb_array_elements_text(${JSON.stringify(linked)}::jsonb) l
    where r.enterprise_id = ${enterpriseId} and r.import_id = ${importId} and r.user_id = l.value::uuid`);
}

/** Takes back the links of an import that was undone. */
export async function forgetContacts(db: TenantDb, by: By): Promise<void> {
  const { enterpriseId, importId } = by;
  const { rows } = await db.execute<{
    subject: string | null;
    userId: string;
    kind: string;
    isUndone: boolean;
    isLinked: boolean;
  }>(sql`
    select r.subject, r.user_id as "userId", r.kind, r.undone = 'done' as "isUndone", r.is_linked as "isLinked"
    from person_import_row r where r.enterprise_id = ${enterpriseId} and r.import_id = ${importId} and r.user_id is not null
      and (r.is_linked or r.undone = 'done' and r.kind in ('new', 'missing'))`);
  await noteDisabledContacts(
    db,
    by,
    rows.flatMap(({ userId, kind, isUndone }) =>
      isUndone && kind !== 'changed' ? [{ userId, isDisabled: kind === 'new' }] : [],
    ),
  );
  await unlinkContacts(
    db,
    by,
    rows.flatMap(({ subject, userId, isLinked }) => (isLinked && subject !== null ? [{ subject, userId }] : [])),
  );
}
