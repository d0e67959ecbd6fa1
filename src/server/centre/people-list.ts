import { sql, type SQL } from 'drizzle-orm';
import type { Data, OperationInput } from '#src/contract/calls.ts';
import { notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { orderOf, readPage } from '#src/server/core/db/paging.ts';
import { eventOf } from '#src/server/record/event-of.ts';
import { boughtSeats, type Filter, ofFilter, type Whose, whoseOf } from './whose.ts';

type Sort = OperationInput<'POST /course/auth/centre/people/page'>['sort'];
export type CentrePerson = Data<'GET /course/auth/centre/person/view'>;

/**
 * SQL of the people of an organisation, by name: members with a seat of an approved order. What they did is read for the rows of the page
 * only, and only in the courses of their seats.
 */
export function peopleStatement(whose: Whose, { sort, ...filter }: Filter & { sort?: Sort }, page: SQL = sql``): SQL {
  const { enterpriseId, now } = whose;
  const { from, where } = boughtSeats(whose);
  const at = sql`${now.toISOString()}::timestamptz`;
  const order = orderOf(
    sort,
    {
      ...{ userName: sql`u.user_name`, department: sql`u.department` },
      ...{ seats: sql`m.seats`, studyProgress: sql`m.progress` },
    },
    [sql`u.user_name`, sql`u.user_id`],
  );
  return sql`
    with mine as (
      select s.user_id, count(*)::int as seats, ${
        sort?.endsWith('studyProgress')
          ? sql`round(avg(coalesce(p.study_progress, 0)))::int as progress from ${from}
              left join course_progress p on p.enterprise_id = s.enterprise_id and p.user_id = s.user_id and p.course_id = s.course_id`
          : sql`0 as progress from ${from}`
      }
      where ${where} ${filter.userId ? sql`and s.user_id = ${filter.userId}` : sql``}
      group by s.user_id
    ), found as (
      select u.user_id, m.seats, row_number() over (order by ${sql.join(order, sql`, `)}) as n, count(*) over ()::int as total
      from mine m join enterprise_user u on u.enterprise_id = ${enterpriseId} and u.user_id = m.user_id
      where ${ofFilter(filter, sql`u.post`)} order by n ${page}
    )
    select u.user_id as "userId", u.user_name as "userName", u.department, u.post, u.status = 'active' as active, found.seats,
           c.unused, c.completed, c.progress as "studyProgress", t.tasks, t.overdue as "overdueTasks", e.passed as "examsPassed",
           h.hours, k.held as certificates, found.total as "totalCount"
    from found
    join enterprise_user u on u.enterprise_id = ${enterpriseId} and u.user_id = found.user_id
    cross join lateral (
      select array_agg(distinct s.course_id) as courses,
             array(select x.id from exam x where x.enterprise_id = ${enterpriseId} and x.course_id = any(array_agg(s.course_id))) as exams,
             count(*) filter (where p.user_id is null)::int as unused,
             count(*) filter (where p.status = 'completed')::int as completed,
             round(avg(coalesce(p.study_progress, 0)))::int as progress
      from ${from}
      left join course_progress p on p.enterprise_id = s.enterprise_id and p.user_id = s.user_id and p.course_id = s.course_id
      where ${where} and s.user_id = u.user_id
    ) c
    cross join lateral (
      select count(*)::int as tasks, count(*) filter (where end_at <= ${at} and not done)::int as overdue
      from (
        select t.id, t.end_at, bool_and(coalesce(p.status = 'completed', false)) as done
        from study_task_user a
        join study_task t on t.enterprise_id = a.enterprise_id and t.id = a.task_id and t.published
        join study_task_item i on i.enterprise_id = t.enterprise_id and i.task_id = t.id and i.course_id = any(c.courses)
        left join course_progress p on p.enterprise_id = a.enterprise_id and p.user_id = a.user_id and p.course_id = i.course_id
        where a.enterprise_id = ${enterpriseId} and a.user_id = u.user_id group by t.id, t.end_at
      ) x
    ) t
    cross join lateral (
      select count(distinct a.exam_id)::int as passed from portal.exam_passes(${enterpriseId}) a
      where a.user_id = u.user_id and a.exam_id = any(c.exams)
    ) e
    cross join lateral (
      select coalesce(sum(l.amount), 0)::text as hours from ledger_entry l
      left join ledger_entry r on r.enterprise_id = l.enterprise_id and r.id = l.reversal_of
      where l.enterprise_id = ${enterpriseId} and l.user_id = u.user_id and l.kind = 'hours'
        and ${eventOf(sql`coalesce(r.source, l.source)`, { courses: sql`c.courses`, exams: sql`c.exams` })}
    ) h
    cross join lateral (
      select count(*)::int as held from user_certificate k
      where k.enterprise_id = ${enterpriseId} and k.user_id = u.user_id and k.revoked_at is null
        and (k.expires_at is null or k.expires_at > ${at})
        and ${eventOf(sql`k.source`, { courses: sql`c.courses`, exams: sql`c.exams` })}
    ) k
    order by found.n`;
}

/** Lists the people of the viewer's organisation, by name. */
export async function pageCentrePeople(ctx: Context, input: OperationInput<'POST /course/auth/centre/people/page'>) {
  return readPage(input, async ({ limit, offset }) => {
    const page = sql`limit ${limit} offset ${offset}`;
    const { rows } = await ctx.db.execute<CentrePerson & { totalCount: number }>(
      peopleStatement(whoseOf(ctx), input, page),
    );
    return rows;
  });
}

/**
 * Returns a person of the viewer's organisation.
 * @throws AppError 404 for a member without a seat of its approved orders
 */
export async function viewCentrePerson(ctx: Context, { userId }: { userId: string }) {
  const { rows } = await ctx.db.execute<CentrePerson>(peopleStatement(whoseOf(ctx), { userId }));
  if (!rows[0]) throw notFound();
  return rows[0];
}
