import { type SQL, sql } from 'drizzle-orm';
import { inScope } from '#src/server/core/in-department.ts';
import { IS_RIGHT, type Planning, refuse, rowsOf } from './plan-rows.ts';

/** Superiors above a person that are followed; longer chains are no hierarchy. */
const MAX_LEVELS = 100;

/**
 * Finds the superiors whom rows name by identity at the provider, employee number, phone number or a name that only one has, among the people of the file and the
 * members whom the user may see. Who is their own superior has none, as personnel systems write it of the head. `superiorId` of `given` is
 * the member, or the planned id of a new one; null: none any more.
 */
export async function findSuperiors(plan: Planning): Promise<void> {
  const { db, enterpriseId, scope } = plan;
  const visible = sql`m.enterprise_id = ${enterpriseId} and m.status = 'active' and ${inScope(sql`m.department`, scope)}`;
  await dropKnownWrong(plan);
  await db.execute(sql`
    with asked as materialized (
      select distinct r.given ->> 'superior' as text from person_import_row r
      where ${rowsOf(plan)} and r.given ->> 'superior' is not null and ${IS_RIGHT}),
    here as materialized (
      select coalesce(r.user_id, r.planned_id) as id, r.given, r.subject from person_import_row r where ${rowsOf(plan)} and ${IS_RIGHT}),
    found as (
      select a.text, h.id, 0 as rank from asked a join here h on h.subject = a.text
      union select a.text, h.id, 1 from asked a join here h on h.given ->> 'employeeNo' = a.text
      union select a.text, m.user_id, 1 from asked a join enterprise_user m on ${visible} and m.employee_no = a.text
      union select a.text, h.id, 2 from asked a join here h on h.given ->> 'phone' = a.text
      union select a.text, m.user_id, 2 from asked a
        join portal.user_account p on p.phone = a.text join enterprise_user m on ${visible} and m.user_id = p.id
      union select a.text, h.id, 3 from asked a join here h on h.given ->> 'userName' = a.text
      union select a.text, m.user_id, 3 from asked a join enterprise_user m on ${visible} and m.user_name = a.text),
    best as (
      select text, count(*) as n, min(id::text) as id from (
        select text, id, rank, min(rank) over (partition by text) as best from found) f
      where rank = best group by text)
    update person_import_row r set
      given = case when b.n = 1 then r.given || jsonb_build_object('superiorId', nullif(b.id, coalesce(r.user_id, r.planned_id)::text))
              else r.given - 'superior' end,
      reasons = case when b.n = 1 then r.reasons
                else r.reasons || jsonb_build_array(jsonb_build_object('field', 'superior', 'key',
                  case when b.n is null then 'superiorUnknown' else 'superiorAmbiguous' end)) end
    from asked a left join best b on b.text = a.text
    where ${rowsOf(plan)} and r.given ->> 'superior' = a.text and ${IS_RIGHT}`);
  await db.execute(sql`
    update person_import_row r set given = r.given || '{"superiorId":null}'
    where ${rowsOf(plan)} and r.given ? 'superior' and r.given ->> 'superior' is null and ${IS_RIGHT}`);
}

/** Refuses rows that would put somebody above themselves, by way of others. */
export async function refuseCycles(plan: Planning): Promise<void> {
  const { enterpriseId } = plan;
  const edges = sql`
    select coalesce(r.user_id, r.planned_id) as id, (r.given ->> 'superiorId')::uuid as up from person_import_row r
    where ${rowsOf(plan)} and r.given ? 'superiorId' and not r.kept ? 'superior' and ${IS_RIGHT}`;
  await refuse(
    plan,
    'superiorCycle',
    'superior',
    sql`${IS_RIGHT} and r.given ->> 'superiorId' is not null and coalesce(r.user_id, r.planned_id) in (
      with recursive edge as materialized (${edges}),
      walk (start, at, depth) as (
        select id, up, 1 from edge where up is not null
        union all
        select w.start, case when e.id is null then m.superior_id else e.up end, w.depth + 1
        from walk w left join edge e on e.id = w.at
        left join enterprise_user m on m.enterprise_id = ${enterpriseId} and m.user_id = w.at
        where w.at is not null and w.at <> w.start and w.depth < ${MAX_LEVELS})
      select start from walk where at = start)`,
  );
}

/** SQL: a row is applied without a superior whose own row is wrong: one mistake at the top must not stop all below. */
const withoutSuperior = (line: SQL) => sql`given = r.given - 'superior' - 'superiorId', before = r.before - 'superior',
  after = r.after - 'superior', note = jsonb_build_object('text', 'superiorWrong', 'params', jsonb_build_object('line', ${line}))`;

/** Drops superiors who are no members yet and whose row is wrong already. */
async function dropKnownWrong(plan: Planning): Promise<void> {
  await plan.db.execute(sql`
    update person_import_row r set ${withoutSuperior(sql`s.line`)}
    from (
      select k.text, min(r.line) as line from person_import_row r
      cross join lateral (values (r.given ->> 'employeeNo'), (r.given ->> 'phone'), (r.subject)) k (text)
      where ${rowsOf(plan)} and not ${IS_RIGHT} and r.user_id is null and k.text is not null group by k.text) s
    where ${rowsOf(plan)} and r.given ->> 'superior' = s.text and ${IS_RIGHT} and not exists (
      select from enterprise_user m where m.enterprise_id = ${plan.enterpriseId} and m.employee_no = s.text)`);
}

/** Drops superiors who would be new members and whose row has turned out to be wrong. */
export async function dropSuperiors(plan: Planning): Promise<void> {
  await plan.db.execute(sql`
    update person_import_row r set ${withoutSuperior(sql`s.line`)}
    from person_import_row s
    where ${rowsOf(plan)} and s.enterprise_id = r.enterprise_id and s.import_id = r.import_id and s.reasons <> '[]'
      and s.planned_id = (r.given ->> 'superiorId')::uuid and ${IS_RIGHT}`);
}
