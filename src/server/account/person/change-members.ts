import { sql } from 'drizzle-orm';
import type { PeopleField } from '#src/contract/rules/people-import.ts';
import { maskPhone } from '#src/lib/phone.ts';
import { auditEach } from '#src/server/core/audit.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/* Changes of many members by imports, each with one statement (decision 091). */

type Value = string | number | null;
/** Values by field, without the superior (`setSuperiors`); the department is its path, the position its name: both are created if missing. */
export type MemberValues = { [F in Exclude<PeopleField, 'superior' | 'departmentCode'>]?: Value };
/** `importId` is written to the audit log. */
/** Fields whose changes have entries of their own; of the others only the names are stored. */
const OWN_ENTRY: ReadonlySet<string> = new Set(['status', 'userType', 'phone']);
type By = { enterpriseId: string; userId: string; importId: string; now: Date };

/** Locks members in a fixed order. @returns what they are now; erased ones are left out */
export async function lockMembers(db: TenantDb, enterpriseId: string, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, LockedMember>();
  const { rows } = await db.execute<LockedMember>(sql`
    select m.user_id as "userId", m.revision, m.is_admin as "isAdmin", m.status, m.user_type as "userType", a.phone
    from enterprise_user m join portal.user_account a on a.id = m.user_id
    where m.enterprise_id = ${enterpriseId} and m.erased_at is null
      and m.user_id in (select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))
    order by m.user_id for update of m`);
  return new Map(rows.map((row) => [row.userId, row]));
}
type LockedMember = {
  userId: string;
  revision: number;
  isAdmin: boolean;
  status: 'active' | 'disabled';
  userType: number;
  phone: string | null;
};

/**
 * Creates members with their accounts. An account that has the phone number already is used if it has the given id. They have no
 * password: they sign in with a code.
 * @returns ids of those who were created; the others are members already, or their number belongs to somebody else by now
 */
export async function createMembers(
  db: TenantDb,
  by: By,
  people: { userId: string; values: MemberValues }[],
): Promise<Set<string>> {
  const given = JSON.stringify(people);
  await db.execute(sql`
    insert into portal.user_account (id, phone, phone_unverified)
    select p."userId", p.values ->> 'phone', p.values ->> 'phone' is not null
    from jsonb_to_recordset(${given}::jsonb) as p ("userId" uuid, values jsonb)
    order by p.values ->> 'phone' on conflict do nothing`);
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into enterprise_user (enterprise_id, user_id, user_name, employee_no, email, department, post, joined_on, sex, user_type, status,
                                 disabled_at, gmt_create, gmt_modified)
    select ${by.enterpriseId}, p."userId", p.values ->> 'userName', p.values ->> 'employeeNo', p.values ->> 'email',
           p.values ->> 'department', p.values ->> 'position', (p.values ->> 'joinedOn')::date, coalesce((p.values ->> 'sex')::int, 1),
           coalesce((p.values ->> 'userType')::int, 1), coalesce(p.values ->> 'status', 'active'),
           case when p.values ->> 'status' = 'disabled' then ${by.now.toISOString()}::timestamptz end,
           ${by.now.toISOString()}::timestamptz, ${by.now.toISOString()}::timestamptz
    from jsonb_to_recordset(${given}::jsonb) as p ("userId" uuid, values jsonb)
    join portal.user_account a on a.id = p."userId" and (p.values ->> 'phone' is null or a.phone = p.values ->> 'phone')
    on conflict do nothing returning user_id as id`);
  const created = new Set(rows.map(({ id }) => id));
  await auditMembers(
    db,
    by,
    'member.added',
    [...created].map((userId) => ({ userId })),
  );
  const withRole = people.filter(({ userId, values }) => created.has(userId) && (values.userType ?? 1) !== 1);
  await auditRoles(
    db,
    by,
    withRole.map(({ userId, values }) => ({ userId, before: null, after: Number(values.userType) })),
  );
  return created;
}

/**
 * Changes members who are locked. The phone number of an account is not replaced if its owner has verified it, or it or the account is used
 * elsewhere.
 * @returns ids of those who were not changed at all, because their number could not be
 */
export async function changeMembers(
  db: TenantDb,
  by: By,
  locked: ReadonlyMap<string, LockedMember>,
  changes: { userId: string; values: MemberValues }[],
): Promise<Set<string>> {
  const refused = await changePhones(
    db,
    by,
    locked,
    changes.filter(({ values }) => values.phone !== undefined),
  );
  const made = changes.filter(({ userId }) => !refused.has(userId));
  if (made.length === 0) return refused;
  await db.execute(sql`
    update enterprise_user m set
      user_name = case when c.values ? 'userName' then c.values ->> 'userName' else m.user_name end,
      employee_no = case when c.values ? 'employeeNo' then c.values ->> 'employeeNo' else m.employee_no end,
      email = case when c.values ? 'email' then c.values ->> 'email' else m.email end,
      department = case when c.values ? 'department' then c.values ->> 'department' else m.department end,
      post = case when c.values ? 'position' then c.values ->> 'position' else m.post end,
      joined_on = case when c.values ? 'joinedOn' then (c.values ->> 'joinedOn')::date else m.joined_on end,
      sex = coalesce((c.values ->> 'sex')::int, m.sex), user_type = coalesce((c.values ->> 'userType')::int, m.user_type),
      status = coalesce(c.values ->> 'status', m.status),
      disabled_at = case c.values ->> 'status' when 'disabled' then ${by.now.toISOString()}::timestamptz when 'active' then null
                    else m.disabled_at end,
      gmt_modified = ${by.now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as c ("userId" uuid, values jsonb)
    where m.enterprise_id = ${by.enterpriseId} and m.user_id = c."userId"`);
  await auditMembers(
    db,
    by,
    'member.changed',
    made.flatMap(({ userId, values }) => {
      const changes = Object.keys(values).filter((field) => !OWN_ENTRY.has(field));
      return changes.length > 0 ? [{ userId, changes: changes.map((name) => ({ name })) }] : [];
    }),
  );
  const disabled = made.filter(({ values }) => values.status === 'disabled').map(({ userId }) => userId);
  const enabled = made.filter(({ values }) => values.status === 'active').map(({ userId }) => userId);
  await endSessions(db, by, disabled);
  await auditMembers(
    db,
    by,
    'member.disabled',
    disabled.map((userId) => ({ userId })),
  );
  await auditMembers(
    db,
    by,
    'member.enabled',
    enabled.map((userId) => ({ userId })),
  );
  const roles = made.filter(({ values }) => values.userType !== undefined);
  await auditRoles(
    db,
    by,
    roles.map(({ userId, values }) => ({
      userId,
      before: locked.get(userId)!.userType,
      after: Number(values.userType),
    })),
  );
  return refused;
}

async function changePhones(
  db: TenantDb,
  by: By,
  locked: ReadonlyMap<string, LockedMember>,
  changes: { userId: string; values: MemberValues }[],
): Promise<Set<string>> {
  if (changes.length === 0) return new Set();
  const { rows } = await db.execute<{ id: string }>(sql`
    update portal.user_account a set phone = c.values ->> 'phone', phone_unverified = c.values ->> 'phone' is not null
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c ("userId" uuid, values jsonb)
    where a.id = c."userId" and (a.phone is null or a.phone_unverified)
      and not exists (select from portal.user_account o where o.phone = c.values ->> 'phone' and o.id <> a.id)
      and not exists (select from portal.membership s where s.user_id = a.id and s.enterprise_id <> ${by.enterpriseId})
    returning a.id`);
  const changed = new Set(rows.map(({ id }) => id));
  // Whoever signed in with the wrong number is another person.
  await endSessions(db, by, [...changed]);
  await auditMembers(
    db,
    by,
    'phone.changed',
    changes
      .filter(({ userId }) => changed.has(userId))
      .map(({ userId, values }) => {
        const from = locked.get(userId)!.phone;
        return { userId, from: from && maskPhone(from), to: values.phone ? maskPhone(String(values.phone)) : null };
      }),
  );
  return new Set(changes.map(({ userId }) => userId).filter((id) => !changed.has(id)));
}

async function endSessions(db: TenantDb, { enterpriseId, now }: By, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const users = sql`(select value::uuid from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`;
  await db.execute(sql`update portal.user_session set ended_at = ${now.toISOString()}::timestamptz
    where enterprise_id = ${enterpriseId} and ended_at is null and user_id in ${users}`);
  await db.execute(
    sql`delete from portal.session_handoff where enterprise_id = ${enterpriseId} and user_id in ${users}`,
  );
}

const auditRoles = (db: TenantDb, by: By, roles: { userId: string; before: number | null; after: number }[]) =>
  auditMembers(
    db,
    by,
    'member.role',
    roles.map(({ userId, before, after }) => ({
      userId,
      before: before === null ? null : { userType: before },
      after: { userType: after },
    })),
  );

/** As the entries of changes by hand, with the import. */
const auditMembers = (db: TenantDb, by: By, action: string, about: ({ userId: string } & Record<string, unknown>)[]) =>
  auditEach(
    db,
    by,
    action,
    about.map(({ userId, ...detail }) => ({
      id: userId,
      detail: { memberId: userId, importId: by.importId, ...detail },
    })),
  );

/** Superiors above a person that are followed. */
const MAX_LEVELS = 100;

/**
 * Sets the superiors of members who are locked; nobody gets above themselves.
 * @returns ids of those whose superior stays, because there is no such member, or they are above them
 */
export async function setSuperiors(
  db: TenantDb,
  { enterpriseId, now }: Pick<By, 'enterpriseId' | 'now'>,
  superiors: { userId: string; superiorId: string | null }[],
): Promise<Set<string>> {
  if (superiors.length === 0) return new Set();
  const given = sql`jsonb_to_recordset(${JSON.stringify(superiors)}::jsonb) as c ("userId" uuid, "superiorId" uuid)`;
  // Two changes at once could put two people above each other.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`superiors ${enterpriseId}`}, 0))`);
  const { rows: before } = await db.execute<{ id: string; superiorId: string | null }>(sql`
    select m.user_id as id, m.superior_id as "superiorId" from enterprise_user m join ${given} on c."userId" = m.user_id
    where m.enterprise_id = ${enterpriseId}`);
  const { rows: changed } = await db.execute<{ id: string }>(sql`
    update enterprise_user m set superior_id = c."superiorId", gmt_modified = ${now.toISOString()}::timestamptz from ${given}
    where m.enterprise_id = ${enterpriseId} and m.user_id = c."userId" and (c."superiorId" is null or exists (
      select from enterprise_user s where s.enterprise_id = ${enterpriseId} and s.user_id = c."superiorId" and s.erased_at is null))
    returning m.user_id as id`);
  const { rows: cycles } = await db.execute<{ id: string }>(sql`
    with recursive walk (start, at, depth) as (
      select c."userId", c."superiorId", 1 from ${given} where c."superiorId" is not null
      union all
      select w.start, m.superior_id, w.depth + 1 from walk w join enterprise_user m on m.enterprise_id = ${enterpriseId} and m.user_id = w.at
      where w.at <> w.start and w.depth < ${MAX_LEVELS})
    select distinct start as id from walk where at = start`);
  const back = new Set(cycles.map(({ id }) => id));
  if (back.size > 0)
    await db.execute(sql`
      update enterprise_user m set superior_id = c."superiorId"
      from jsonb_to_recordset(${JSON.stringify(before.filter(({ id }) => back.has(id)))}::jsonb) as c (id uuid, "superiorId" uuid)
      where m.enterprise_id = ${enterpriseId} and m.user_id = c.id`);
  const done = new Set(changed.map(({ id }) => id).filter((id) => !back.has(id)));
  return new Set(superiors.map(({ userId }) => userId).filter((id) => !done.has(id)));
}

/** Forgets that fields of members were changed by hand: an import has overwritten them, or says the same. */
export const forgetEdits = (db: TenantDb, enterpriseId: string, edits: { userId: string; field: string }[]) =>
  edits.length === 0
    ? undefined
    : db.execute(sql`
        delete from member_edit e using jsonb_to_recordset(${JSON.stringify(edits)}::jsonb) as c ("userId" uuid, field text)
        where e.enterprise_id = ${enterpriseId} and e.user_id = c."userId" and e.field = c.field`);
