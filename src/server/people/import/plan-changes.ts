import { sql } from 'drizzle-orm';
import { inScope } from '#src/server/core/in-department.ts';
import { isProtected } from '../managed.ts';
import { IS_RIGHT, type Planning, refuse, rowsOf } from './plan-rows.ts';
import type { ImportCounts } from '../tables/import.ts';

/** SQL: the values of the member `m` with the account `a`, by field. */
export const STORED = sql`jsonb_build_object('userName', m.user_name, 'employeeNo', m.employee_no, 'phone', a.phone, 'email', m.email,
  'department', nullif(m.department, ''), 'position', nullif(m.post, ''), 'superior', m.superior_id, 'joinedOn', m.joined_on,
  'sex', m.sex, 'userType', m.user_type, 'status', m.status)`;

/** SQL: what the row `r` says, in the same form. */
const GIVEN = sql`r.given - 'departmentCode' - 'superior' - 'superiorId'
  || case when r.given ? 'superiorId' then jsonb_build_object('superior', r.given -> 'superiorId') else '{}' end`;

/** SQL condition: an account may get another phone number: nobody has verified the present one, and nobody else uses it or the account. */
const isReplaceable = (enterpriseId: string) => sql`(a.phone is null or a.phone_unverified)
  and not exists (select from portal.user_account o where o.phone = r.given ->> 'phone' and o.id <> a.id)
  and not exists (select from portal.membership s where s.user_id = a.id and s.enterprise_id <> ${enterpriseId})`;

/** SQL: the rows `i` that know the member `m` from earlier files, or from the same contacts. */
const known = ({ source }: Planning) =>
  source
    ? sql`contact_person i where i.enterprise_id = m.enterprise_id and i.user_id = m.user_id and i.provider = ${source}`
    : sql`imported_person i where i.enterprise_id = m.enterprise_id and i.user_id = m.user_id`;

/** Compares the rows with the members field by field. */
export async function compareRows(plan: Planning): Promise<void> {
  const { db, enterpriseId, keepEdited } = plan;
  // Whom an import has disabled, or its undoing, and who is in the file again.
  await db.execute(sql`
    update person_import_row r set given = r.given || '{"status":"active"}'
    from enterprise_user m
    where ${rowsOf(plan)} and exists (select from ${known(plan)} and i.is_disabled) and m.enterprise_id = ${enterpriseId} and m.user_id = r.user_id and m.status = 'disabled'
      and not r.given ? 'status' and ${IS_RIGHT}`);
  await db.execute(sql`
    update person_import_row r set revision = c.revision, before = c.before, after = c.after, kept = c.kept
    from (
      select r.number, m.revision, d.before, d.after, d.kept
      from person_import_row r
      join enterprise_user m on m.enterprise_id = ${enterpriseId} and m.user_id = r.user_id
      join portal.user_account a on a.id = m.user_id
      cross join lateral (select ${STORED} as stored, ${GIVEN} as given) v
      cross join lateral (
        select coalesce(jsonb_object_agg(e.key, v.stored -> e.key) filter (where not s.stays), '{}') as before,
               coalesce(jsonb_object_agg(e.key, e.value) filter (where not s.stays), '{}') as after,
               coalesce(jsonb_agg(e.key) filter (where s.stays), '[]') as kept
        from jsonb_each(v.given) e
        cross join lateral (select e.key = 'phone' and not (${isReplaceable(enterpriseId)}) or ${keepEdited} and exists (
          select from member_edit x where x.enterprise_id = ${enterpriseId} and x.user_id = m.user_id and x.field = e.key) as stays) s
        where e.value is distinct from v.stored -> e.key) d
      where ${rowsOf(plan)} and ${IS_RIGHT}) c
    where ${rowsOf(plan)} and r.number = c.number`);
  await db.execute(sql`
    update person_import_row r set after = '{"sex":1,"userType":1,"status":"active"}' || jsonb_strip_nulls(${GIVEN})
    where ${rowsOf(plan)} and r.user_id is null and ${IS_RIGHT}`);
}

/** Refuses changes that would give somebody the rights of another, and what would leave the enterprise without administrator. */
export async function protectRoles(plan: Planning): Promise<void> {
  const { enterpriseId, userId, isAdmin, scope } = plan;
  await refuse(
    plan,
    'self',
    'status',
    sql`r.user_id = ${userId} and r.after ->> 'status' = 'disabled' and ${IS_RIGHT}`,
  );
  if (!isAdmin)
    await refuse(
      plan,
      'protected',
      null,
      sql`r.after <> '{}' and r.user_id is not null and ${IS_RIGHT} and exists (
        select from enterprise_user m where m.enterprise_id = ${enterpriseId} and m.user_id = r.user_id and ${isProtected(sql`m`, scope)})`,
    );
  // Lecturers and organisation accounts see more than a department.
  if (scope !== null)
    await refuse(
      plan,
      'typeByWhole',
      'userType',
      sql`${IS_RIGHT} and (r.user_id is not null and r.after ? 'userType' or r.user_id is null and r.after ->> 'userType' <> '1')`,
    );
  const isAdministrator = sql`exists (select from enterprise_user m
    where m.enterprise_id = ${enterpriseId} and m.user_id = r.user_id and m.is_admin and m.status = 'active')`;
  const isDisabled = sql`r.after ->> 'status' = 'disabled' and ${IS_RIGHT} and ${isAdministrator}`;
  await refuse(
    plan,
    'lastAdministrator',
    'status',
    sql`${isDisabled} and not exists (
      select from enterprise_user o where o.enterprise_id = ${enterpriseId} and o.is_admin and o.status = 'active' and not exists (
        select from person_import_row r where ${rowsOf(plan)} and r.user_id = o.user_id and r.after ->> 'status' = 'disabled'))`,
  );
}

/** Says of every row what is done with it, and adds the people who are missing in the file. @returns rows of each kind, and active people */
export async function sortRows(plan: Planning): Promise<{ counts: ImportCounts; activeCount: number }> {
  const { db, enterpriseId, importId, userId, isAdmin, scope, allMissing } = plan;
  // A superior is shown by name.
  await db.execute(sql`
    update person_import_row r set
      before = case when r.before ? 'superior' then r.before || jsonb_build_object('superior', ${named('before')}) else r.before end,
      after = case when r.after ? 'superior' then r.after || jsonb_build_object('superior', ${named('after')}) else r.after end
    from person_import_row x left join (
      select user_id as id, user_name as name from enterprise_user where enterprise_id = ${enterpriseId}
      union all select n.planned_id, n.name from person_import_row n
      where n.enterprise_id = ${enterpriseId} and n.import_id = ${importId} and n.planned_id is not null and n.reasons = '[]'
    ) b on b.id = (x.before ->> 'superior')::uuid left join (
      select user_id as id, user_name as name from enterprise_user where enterprise_id = ${enterpriseId}
      union all select n.planned_id, n.name from person_import_row n
      where n.enterprise_id = ${enterpriseId} and n.import_id = ${importId} and n.planned_id is not null and n.reasons = '[]'
    ) s on s.id = (x.after ->> 'superior')::uuid
    where ${rowsOf(plan)} and x.enterprise_id = r.enterprise_id and x.import_id = r.import_id and x.number = r.number
      and (x.before ? 'superior' or x.after ? 'superior')`);
  await db.execute(sql`
    update person_import_row r set
      kind = case when not ${IS_RIGHT} then 'wrong' when r.user_id is null then 'new' when r.after = '{}' then 'unchanged' else 'changed' end,
      before = case when ${IS_RIGHT} then r.before else '{}' end, after = case when ${IS_RIGHT} then r.after else '{}' end,
      name = case when r.name = '' then coalesce(
        (select m.user_name from enterprise_user m where m.enterprise_id = ${enterpriseId} and m.user_id = r.user_id), '') else r.name end
    where ${rowsOf(plan)}`);
  const present = sql`m.enterprise_id = ${enterpriseId} and m.status = 'active' and ${inScope(sql`m.department`, scope)}`;
  await db.execute(sql`
    insert into person_import_row (enterprise_id, import_id, number, cells, given, kind, name, user_id, revision, before, after)
    select ${enterpriseId}, ${importId}, last.number + row_number() over (order by m.user_name, m.user_id), '[]', '{}', 'missing',
           m.user_name, m.user_id, m.revision, '{"status":"active"}', '{"status":"disabled"}'
    from enterprise_user m, (select coalesce(max(r.number), 0) as number from person_import_row r where ${rowsOf(plan)}) last
    where ${present} and m.user_id <> ${userId} and not m.is_admin
      and (${isAdmin} or not ${isProtected(sql`m`, scope)})
      and (${allMissing} or exists (select from ${known(plan)}))
      and not exists (select from person_import_row r where ${rowsOf(plan)} and r.user_id = m.user_id)`);
  const { rows } = await db.execute<ImportCounts & { active: number }>(sql`
    select count(*) filter (where r.kind = 'new')::int as new, count(*) filter (where r.kind = 'changed')::int as changed,
           count(*) filter (where r.kind = 'unchanged')::int as unchanged, count(*) filter (where r.kind = 'missing')::int as missing,
           count(*) filter (where r.kind = 'wrong')::int as wrong,
           (select count(*)::int from enterprise_user m where ${present}) as active
    from person_import_row r where ${rowsOf(plan)}`);
  const { active, ...counts } = rows[0]!;
  return { counts, activeCount: active };
}

/** SQL: a superior with the name, of `x` joined with `b` (before) and `s` (after); null: none. */
const named = (side: 'before' | 'after') => {
  const [id, name] =
    side === 'before' ? [sql`x.before ->> 'superior'`, sql`b.name`] : [sql`x.after ->> 'superior'`, sql`s.name`];
  return sql`case when ${id} is null then null else jsonb_build_object('id', ${id}, 'name', coalesce(${name}, '')) end`;
};
