import { sql } from 'drizzle-orm';
import type { Data, OperationInput } from '#src/contract/calls.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { scopeOf } from '#src/contract/rules/rights.ts';
import { likePattern } from '#src/lib/like-pattern.ts';
import { notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { readPage } from '#src/server/core/db/paging.ts';
import { inScope } from '#src/server/core/in-department.ts';
import { isChangeable } from './changeable.ts';
import { stateAt, subjectsOf } from './state-sql.ts';

type Listed = Data<'POST /course/auth/requirement/page'>['list'][number] & { totalCount: number };

const TERMS = sql`v.due_days as "dueDays", v.due_from as "dueFrom", v.due_on::text as "dueOn",
  v.repeat_months as "repeatMonths", v.renew_days as "renewDays"`;

/** The counts of states, of rows with `state`. */
export const COUNTS = sql`
  count(*)::int as count, count(*) filter (where state = 'overdue')::int as overdue,
  count(*) filter (where state in ('due', 'inProgress'))::int as open,
  count(*) filter (where state in ('fulfilled', 'dueSoon'))::int as fulfilled,
  count(*) filter (where state = 'exempt')::int as exempt`;

/** Lists requirements by title, with the numbers of people whom the viewer may see. */
export async function pageRequirements(ctx: Context, input: OperationInput<'POST /course/auth/requirement/page'>) {
  const { db, tenant, viewer, now } = ctx;
  const { keyword, phase, kind, sort } = input;
  const scope = scopeOf(viewer, 'training.read');
  return readPage(input, async ({ limit, offset }) => {
    const { rows } = await db.execute<Listed>(sql`
      with listed as (
        select r.*, count(*) over ()::int as total
        from requirement r
        where r.enterprise_id = ${tenant.id}
          ${phase ? sql`and r.phase = ${phase}` : sql``}
          ${keyword ? sql`and r.title ilike ${likePattern(keyword)}` : sql``}
          ${
            kind
              ? sql`and exists (select from requirement_subject s where s.enterprise_id = r.enterprise_id and s.requirement_id = r.id
                  and s.version = r.version and s.${sql.identifier(`${kind}_id`)} is not null)`
              : sql``
          }
        order by r.title ${sort === '-title' ? sql`desc` : sql``}, r.id limit ${limit} offset ${offset}
      )
      select r.id, r.title, r.phase, ${TERMS}, ${subjectsOf(tenant.id, sql`r.id`, sql`r.version`)} as subjects,
             c.*, ${isChangeable(ctx)} as "canChange", r.total as "totalCount"
      from listed r
      join requirement_version v on v.enterprise_id = ${tenant.id} and v.requirement_id = r.id and v.number = r.version
      cross join lateral (
        select ${COUNTS} from (
          select ${stateAt(now())} as state
          from requirement_state k
          ${scope ? sql`join enterprise_user u on u.enterprise_id = ${tenant.id} and u.user_id = k.user_id and ${inScope(sql`u.department`, scope)}` : sql``}
          where k.enterprise_id = ${tenant.id} and k.requirement_id = r.id
        ) x
      ) c
      order by r.title ${sort === '-title' ? sql`desc` : sql``}, r.id`);
    return rows;
  });
}

type Viewed = Omit<Data<'GET /course/auth/requirement/view'>, 'rules' | 'people' | 'hiddenPeople'>;
type Named = { userId: string; excluded: boolean; userName: string; department: string | null; isSeen: boolean };

/** Gets a requirement with its rules. @throws AppError 404 */
export async function viewRequirement(ctx: Context, { id }: { id: string }) {
  const { db, tenant, viewer } = ctx;
  const { rows } = await db.execute<Viewed>(sql`
    select r.id, r.revision, r.phase, r.title, coalesce(r.summary, '') as summary, ${TERMS},
           json_build_object('before', r.remind_before, 'onDay', r.remind_on_day, 'weekly', r.remind_weekly, 'toSuperior', r.remind_superior) as reminders,
           ${subjectsOf(tenant.id, sql`r.id`, sql`r.version`)} as subjects, ${isChangeable(ctx)} as "canChange"
    from requirement r
    join requirement_version v on v.enterprise_id = r.enterprise_id and v.requirement_id = r.id and v.number = r.version
    where r.enterprise_id = ${tenant.id} and r.id = ${id}`);
  const found = rows[0];
  if (!found) throw notFound();
  type Rule = Data<'GET /course/auth/requirement/view'>['rules'][number];
  const rules = await db.execute<Rule>(sql`
    select l.excluded, l.department_id as "departmentId", l.with_below as "withBelow", l.position_id as "positionId",
           l.joined_since::text as "joinedSince", d.path as department, p.name as position
    from requirement_rule l
    left join department d on d.enterprise_id = l.enterprise_id and d.id = l.department_id
    left join position p on p.enterprise_id = l.enterprise_id and p.id = l.position_id
    where l.enterprise_id = ${tenant.id} and l.requirement_id = ${id} order by l.id`);
  const people = await db.execute<Named>(sql`
    select n.user_id as "userId", n.excluded, u.user_name as "userName", u.department,
           ${inScope(sql`coalesce(u.department, '')`, scopeOf(viewer, 'training.read'))} as "isSeen"
    from requirement_person n
    join enterprise_user u on u.enterprise_id = n.enterprise_id and u.user_id = n.user_id
    where n.enterprise_id = ${tenant.id} and n.requirement_id = ${id} order by u.user_name, u.user_id`);
  const seen = people.rows.filter(({ isSeen }) => isSeen);
  return { ...found, rules: rules.rows, people: seen, hiddenPeople: people.rows.length - seen.length };
}

/** Lists departments whose people the viewer may see, open positions and published requirements. */
export async function listChoices({ db, tenant, viewer }: Context) {
  type Choice = { id: string; title: string };
  const departments = await db.execute<Choice>(sql`
    select d.id, d.path as title from department d
    where d.enterprise_id = ${tenant.id} and d.closed_at is null and ${inScope(sql`d.path`, scopeOf(viewer, 'training.read'))}
    order by d.path, d.id limit ${MAX_ITEMS.organisationDepartments}`);
  const positions = await db.execute<Choice>(sql`
    select p.id, p.name as title from position p
    where p.enterprise_id = ${tenant.id} and p.closed_at is null
    order by p.sort, p.name, p.id limit ${MAX_ITEMS.requirementPositions}`);
  const requirements = await db.execute<Choice>(sql`
    select r.id, r.title from requirement r
    where r.enterprise_id = ${tenant.id} and r.phase = 'published' order by r.title, r.id limit ${MAX_ITEMS.requirements}`);
  return { departments: departments.rows, positions: positions.rows, requirements: requirements.rows };
}

/** Lists what can fulfil requirements, by title. */
export function pageSubjects(
  { db, tenant }: Context,
  input: OperationInput<'POST /course/auth/requirement/subject/page'>,
) {
  const { kind, keyword } = input;
  const from = {
    course: sql`select id, title from course where enterprise_id = ${tenant.id} and status <> 'unpublished'`,
    project: sql`select id, title from project where enterprise_id = ${tenant.id} and status = 'published'`,
    exam: sql`select id, title from exam where enterprise_id = ${tenant.id} and published`,
    certificate: sql`select id, certificate_name as title from certificate where enterprise_id = ${tenant.id}`,
  }[kind];
  return readPage(input, async ({ limit, offset }) => {
    const { rows } = await db.execute<{ kind: typeof kind; id: string; title: string; totalCount: number }>(sql`
      select ${kind} as kind, x.id, x.title, count(*) over ()::int as "totalCount"
      from (${from}) x ${keyword ? sql`where x.title ilike ${likePattern(keyword)}` : sql``}
      order by x.title, x.id limit ${limit} offset ${offset}`);
    return rows;
  });
}

type Person = Data<'POST /course/auth/requirement/people/page'>['list'][number];

/** Lists active members except organisation accounts whom the viewer may see. */
export function pagePeople(
  { db, tenant, viewer }: Context,
  input: OperationInput<'POST /course/auth/requirement/people/page'>,
) {
  const { keyword } = input;
  return readPage(input, async ({ limit, offset }) => {
    const { rows } = await db.execute<Person & { totalCount: number }>(sql`
      select u.user_id as "userId", u.user_name as "userName", u.employee_no as "employeeNo", u.department, u.post,
             count(*) over ()::int as "totalCount"
      from enterprise_user u
      where u.enterprise_id = ${tenant.id} and u.status = 'active' and u.user_type <> 3
        and ${inScope(sql`coalesce(u.department, '')`, scopeOf(viewer, 'training.read'))}
        ${keyword ? sql`and concat_ws(' ', u.user_name, u.employee_no, u.department, u.post) ilike ${likePattern(keyword)}` : sql``}
      order by u.user_name, u.user_id limit ${limit} offset ${offset}`);
    return rows;
  });
}
