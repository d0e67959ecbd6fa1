import { type SQL, sql } from 'drizzle-orm';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import type { ContactProvider } from '#src/contract/rules/contact-sync.ts';
import { inScope } from '#src/server/core/in-department.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/*
 * The plan of an import is made by statements over all rows: a table of 200,000 people is compared within the database. Each step gives rows
 * that cannot be taken a reason; the later ones leave those alone.
 */

/** `scope`: paths of the departments where the user may change people; null: everywhere. */
export type Planning = {
  db: TenantDb;
  enterpriseId: string;
  importId: string;
  userId: string;
  isAdmin: boolean;
  scope: readonly string[] | null;
  keepEdited: boolean;
  refuseNew: boolean;
  allMissing: boolean;
  /** Whose contacts the rows are; null: a file. */
  source: ContactProvider | null;
};

/** SQL condition: `r` is a row of the import. */
export const rowsOf = ({ enterpriseId, importId }: Pick<Planning, 'enterpriseId' | 'importId'>): SQL =>
  sql`r.enterprise_id = ${enterpriseId} and r.import_id = ${importId}`;
/** SQL condition: nothing is wrong with the row `r` so far. */
export const IS_RIGHT = sql`r.reasons = '[]'`;

/** SQL: one more reason of the row `r`. */
export const withReason = (key: string, field: string | null, params?: SQL): SQL =>
  sql`r.reasons || jsonb_build_array(jsonb_build_object('key', ${key}::text, 'field', ${field}::text${params ? sql`, 'params', ${params}` : sql``}))`;

/** Gives the rows that fulfil a condition a reason. */
export const refuse = (plan: Planning, key: string, field: string | null, where: SQL): Promise<unknown> =>
  plan.db.execute(
    sql`update person_import_row r set reasons = ${withReason(key, field)} where ${rowsOf(plan)} and ${where}`,
  );

/** Finds the member of each row: by the identity at the provider, the employee number, otherwise by the phone number. */
export async function identifyRows(plan: Planning): Promise<void> {
  const { db, enterpriseId, scope } = plan;
  for (const field of ['employeeNo', 'phone'])
    await db.execute(sql`
      update person_import_row r set reasons = ${withReason('repeated', field, sql`jsonb_build_object('line', d.other)`)}
      from (
        select r.number, coalesce(lag(r.line) over same, lead(r.line) over same) as other
        from person_import_row r where ${rowsOf(plan)} and r.given ->> ${field} is not null
        window same as (partition by r.given ->> ${field} order by r.number)) d
      where ${rowsOf(plan)} and r.number = d.number and d.other is not null`);
  await refuse(
    plan,
    'noIdentity',
    null,
    sql`r.given ->> 'employeeNo' is null and r.given ->> 'phone' is null and r.subject is null and ${IS_RIGHT}`,
  );
  if (plan.source) await identifyContacts(plan);
  await db.execute(sql`
    update person_import_row r set user_id = m.user_id
    from enterprise_user m
    where ${rowsOf(plan)} and m.enterprise_id = ${enterpriseId} and m.employee_no = r.given ->> 'employeeNo' and r.user_id is null`);
  if (plan.source) await refuseOthers(plan);
  // The member with the phone number of a row: the one of the row, or another one.
  await db.execute(sql`
    update person_import_row r
    set user_id = case when m.other then r.user_id else m.user_id end,
        reasons = case when not m.other then r.reasons when m.visible then ${withReason('phoneOfOther', 'phone')}
                  else ${withReason('notYours', null)} end
    from (
      select r.number, m.user_id, ${inScope(sql`m.department`, scope)} as visible,
             coalesce(r.user_id <> m.user_id, r.given ->> 'employeeNo' is not null and m.employee_no is not null) as other
      from person_import_row r
      join portal.user_account a on a.phone = r.given ->> 'phone'
      join enterprise_user m on m.enterprise_id = ${enterpriseId} and m.user_id = a.id
      where ${rowsOf(plan)} and r.user_id is distinct from m.user_id) m
    where ${rowsOf(plan)} and r.number = m.number`);
  // What is not theirs is not described further.
  await db.execute(sql`
    update person_import_row r
    set user_id = null, reasons = jsonb_build_array(jsonb_build_object('key', 'notYours', 'field', null))
    from enterprise_user m
    where ${rowsOf(plan)} and m.enterprise_id = ${enterpriseId} and m.user_id = r.user_id and not ${inScope(sql`m.department`, scope)}`);
  await db.execute(sql`
    update person_import_row r set reasons = ${withReason('samePerson', null, sql`jsonb_build_object('line', d.other)`)}
    from (
      select r.number, coalesce(lag(r.line) over same, lead(r.line) over same) as other
      from person_import_row r where ${rowsOf(plan)} and r.user_id is not null and ${IS_RIGHT}
      window same as (partition by r.user_id order by r.number)) d
    where ${rowsOf(plan)} and r.number = d.number and d.other is not null`);
  await db.execute(sql`
    update person_import_row r set reasons = ${withReason('erased', null)}
    from enterprise_user m
    where ${rowsOf(plan)} and m.enterprise_id = ${enterpriseId} and m.user_id = r.user_id and m.erased_at is not null`);
  await db.execute(sql`
    update person_import_row r set reasons = ${withReason('mergedAway', null)}
    from member_merge g
    where ${rowsOf(plan)} and g.enterprise_id = ${enterpriseId} and g.removed_id = r.user_id`);
  if (plan.source)
    await refuse(
      plan,
      'waitsForSignIn',
      null,
      sql`r.user_id is null and r.given ->> 'userName' is null and ${IS_RIGHT}`,
    );
  await refuse(
    plan,
    'nameMissing',
    'userName',
    sql`r.user_id is null and r.given ->> 'userName' is null and ${IS_RIGHT}`,
  );
  await refuse(
    plan,
    'phoneNotUsable',
    'phone',
    sql`r.user_id is null and ${IS_RIGHT} and exists (
      select from portal.user_account a where a.phone = r.given ->> 'phone' and a.disabled_at is not null)`,
  );
  // An account of another enterprise with this number becomes a member, as when it is entered in the people file of a content pack.
  await db.execute(sql`
    update person_import_row r set planned_id = coalesce(a.id, gen_random_uuid())
    from person_import_row n left join portal.user_account a on a.phone = n.given ->> 'phone'
    where ${rowsOf(plan)} and n.enterprise_id = r.enterprise_id and n.import_id = r.import_id and n.number = r.number
      and r.user_id is null and ${IS_RIGHT}`);
}

/** Finds the members of contacts: those who sign in with that identity, and those whom earlier runs have found. */
async function identifyContacts(plan: Planning): Promise<void> {
  const { db, enterpriseId, source } = plan;
  await db.execute(sql`
    update person_import_row r set user_id = i.user_id from user_identity i
    where ${rowsOf(plan)} and i.enterprise_id = ${enterpriseId} and i.provider = ${source} and i.subject = r.subject`);
  await db.execute(sql`
    update person_import_row r set user_id = c.user_id from contact_person c
    where ${rowsOf(plan)} and c.enterprise_id = ${enterpriseId} and c.provider = ${source} and c.subject = r.subject
      and r.user_id is null`);
}

/** Refuses contacts whose employee number another member has, or whose member has another identity at the provider. */
async function refuseOthers(plan: Planning): Promise<void> {
  const { enterpriseId, source } = plan;
  await refuse(
    plan,
    'numberOfOther',
    'employeeNo',
    sql`r.user_id is not null and ${IS_RIGHT} and exists (
      select from enterprise_user m where m.enterprise_id = ${enterpriseId} and m.employee_no = r.given ->> 'employeeNo'
        and m.user_id <> r.user_id)`,
  );
  await refuse(
    plan,
    'identityOfOther',
    null,
    sql`r.user_id is not null and ${IS_RIGHT} and exists (
      select from user_identity i where i.enterprise_id = ${enterpriseId} and i.provider = ${source} and i.user_id = r.user_id
        and i.subject <> r.subject)`,
  );
}

/** Finds departments by their codes and positions by theirs, and checks where people would be. */
export async function placeRows(plan: Planning): Promise<void> {
  const { db, enterpriseId, scope, refuseNew } = plan;
  await db.execute(sql`
    update person_import_row r set given = r.given || jsonb_build_object('department', d.path)
    from department d
    where ${rowsOf(plan)} and d.enterprise_id = ${enterpriseId} and d.code = r.given ->> 'departmentCode' and d.closed_at is null`);
  await refuse(
    plan,
    'unknownCode',
    'departmentCode',
    sql`r.given ->> 'departmentCode' is not null and r.given ->> 'department' is null and ${IS_RIGHT}`,
  );
  await db.execute(sql`
    update person_import_row r set given = r.given || jsonb_build_object('position', p.name)
    from position p
    where ${rowsOf(plan)} and p.enterprise_id = ${enterpriseId} and p.code = r.given ->> 'position' and p.closed_at is null
      and not exists (select from position o where o.enterprise_id = ${enterpriseId} and o.name = p.code and o.closed_at is null)`);
  if (scope !== null) {
    const isOutside = sql`not ${inScope(sql`r.given ->> 'department'`, scope)}`;
    await refuse(
      plan,
      'departmentNotYours',
      'department',
      sql`(r.given ? 'department' or r.user_id is null) and ${isOutside} and ${IS_RIGHT}`,
    );
  }
  await limitDepartments(plan);
  if (!refuseNew) return;
  await refuse(plan, 'newDepartment', 'department', sql`${isNewDepartment(enterpriseId)} and ${IS_RIGHT}`);
  await refuse(plan, 'newPosition', 'position', sql`${isNewPosition(enterpriseId)} and ${IS_RIGHT}`);
}

/** Refuses rows whose departments, with those above them, would be more than an enterprise has; earlier rows of the file come first. */
async function limitDepartments(plan: Planning): Promise<void> {
  const { db, enterpriseId } = plan;
  const isOpen = sql`d.enterprise_id = ${enterpriseId} and d.closed_at is null`;
  await db.execute(sql`
    with path as materialized (
      select r.number, array_to_string(p.parts[:n], '/') as path
      from person_import_row r
      cross join lateral (select string_to_array(r.given ->> 'department', '/') as parts) p
      cross join lateral generate_series(1, cardinality(p.parts)) n
      where ${rowsOf(plan)} and r.given ->> 'department' is not null and ${IS_RIGHT} and ${isNewDepartment(enterpriseId)}
    ), made as (
      select f.path, row_number() over (order by f.first, f.path) as place
      from (select path.path, min(path.number) as first from path group by path.path) f
      where not exists (select from department d where ${isOpen} and d.path = f.path)
    ), excess as (
      select distinct path.number from path join made using (path)
      where made.place > ${MAX_ITEMS.organisationDepartments} - (select count(*) from department d where ${isOpen})
    )
    update person_import_row r set reasons = ${withReason('tooManyDepartments', 'department')}
    from excess where ${rowsOf(plan)} and r.number = excess.number`);
}

const isNewDepartment = (enterpriseId: string) => sql`r.given ->> 'department' is not null and not exists (
  select from department d where d.enterprise_id = ${enterpriseId} and d.path = r.given ->> 'department' and d.closed_at is null)`;
const isNewPosition = (enterpriseId: string) => sql`r.given ->> 'position' is not null and not exists (
  select from position p where p.enterprise_id = ${enterpriseId} and p.name = r.given ->> 'position' and p.closed_at is null)`;

/** Names that are listed of what an import would create. */
const MAX_NAMES = 1_000;

/** The departments, with those above them, and the positions that the right rows would create. */
export async function newPlaces(plan: Planning): Promise<{ departments: string[]; positions: string[] }> {
  const { db, enterpriseId } = plan;
  const isWritten = sql`r.kind in ('new', 'changed') and r.after ->> 'department' is not null`;
  const departments = await db.execute<{ path: string }>(sql`
    select path from (
      select distinct array_to_string(p.parts[:n], '/') as path
      from (select distinct string_to_array(r.after ->> 'department', '/') as parts from person_import_row r
            where ${rowsOf(plan)} and ${isWritten}) p, generate_series(1, cardinality(p.parts)) n) d
    where not exists (select from department o where o.enterprise_id = ${enterpriseId} and o.path = d.path and o.closed_at is null)
    order by path limit ${MAX_NAMES}`);
  const positions = await db.execute<{ name: string }>(sql`
    select distinct r.after ->> 'position' as name from person_import_row r
    where ${rowsOf(plan)} and r.kind in ('new', 'changed') and r.after ->> 'position' is not null and not exists (
      select from position o where o.enterprise_id = ${enterpriseId} and o.name = r.after ->> 'position' and o.closed_at is null)
    order by name limit ${MAX_NAMES}`);
  return { departments: departments.rows.map(({ path }) => path), positions: positions.rows.map(({ name }) => name) };
}
