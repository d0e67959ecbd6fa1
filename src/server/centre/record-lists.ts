import { sql, type SQL } from 'drizzle-orm';
import { eventOf } from '#src/server/record/event-of.ts';
import { boughtCourses, type Filter, ofFilter, type Whose } from './whose.ts';

/*
 * SQL of what the people of an organisation did. Each contains only what belongs to the courses of their seats (decision 036), and can be
 * read as a page or whole, for an export.
 */

const PERSON = sql`u.user_id as "userId", u.user_name as "userName", u.department`;

/** Tasks that contain such a course, the latest end first, with the progress in this course. */
export function taskStatement(whose: Whose, filter: Filter, page: SQL = sql``): SQL {
  const { enterpriseId, now } = whose;
  return sql`
    select ${PERSON}, t.id as "taskId", t.title, c.title as "courseTitle", t.end_at as "endAt",
           coalesce(p.study_progress, 0) as "studyProgress",
           case when p.status = 'completed' then 'completed' when t.end_at <= ${now.toISOString()}::timestamptz then 'overdue'
             when p.user_id is null then 'notStarted' else 'learning' end as state,
           count(*) over ()::int as "totalCount"
    from ${boughtCourses(whose, filter)} m
    join enterprise_user u on u.enterprise_id = ${enterpriseId} and u.user_id = m.user_id
    join course c on c.enterprise_id = ${enterpriseId} and c.id = m.course_id
    join study_task_item i on i.enterprise_id = ${enterpriseId} and i.course_id = m.course_id
    join study_task t on t.enterprise_id = i.enterprise_id and t.id = i.task_id and t.published
    join study_task_user a on a.enterprise_id = i.enterprise_id and a.task_id = i.task_id and a.user_id = m.user_id
    left join course_progress p on p.enterprise_id = a.enterprise_id and p.user_id = a.user_id and p.course_id = m.course_id
    where ${ofFilter(filter, sql`t.title`, sql`c.title`)}
    order by t.end_at desc, t.id, u.user_name, u.user_id, m.course_id ${page}`;
}

/** Exams of such a course which the person may take or has taken, by name; results are read for the rows of the page only. */
export function examStatement(whose: Whose, filter: Filter, page: SQL = sql``): SQL {
  const { enterpriseId, now } = whose;
  const at = sql`${now.toISOString()}::timestamptz`;
  return sql`
    with found as (
      select e.id, m.user_id, row_number() over (order by e.window_end desc, e.id, u.user_name, u.user_id) as n,
             count(*) over ()::int as total
      from ${boughtCourses(whose, filter)} m
      join enterprise_user u on u.enterprise_id = ${enterpriseId} and u.user_id = m.user_id
      join exam e on e.enterprise_id = ${enterpriseId} and e.course_id = m.course_id
      where ${ofFilter(filter, sql`e.title`)}
        and (e.published and (e.audience = 'everyone' or portal.is_exam_audience(${enterpriseId}, e.id, m.user_id))
             or exists (select from exam_attempt a where a.enterprise_id = ${enterpriseId} and a.exam_id = e.id and a.user_id = m.user_id
                        and not a.trial))
      order by n ${page}
    )
    select ${PERSON}, e.id as "examId", e.title, e.pass_score as "passScore", t.best as "bestScore", t.used as "attemptsUsed",
           t.window_end as "windowEnd",
           portal.exam_state(t.passed, t.open_id is not null, t.awaiting, t.used, t.counting_left, t.last_end <= ${at}, t.window_number)
             as "examState",
           found.total as "totalCount"
    from found
    join enterprise_user u on u.enterprise_id = ${enterpriseId} and u.user_id = found.user_id
    join exam e on e.enterprise_id = ${enterpriseId} and e.id = found.id
    cross join lateral portal.exam_progress(e.enterprise_id, e.id, u.user_id, ${at}) t
    order by found.n`;
}

/** SQL: each person with the courses of their seats, and the exams of these, as arrays. */
const withExams = (whose: Whose, filter: Filter): SQL => sql`(
  select m.user_id, array_agg(m.course_id) as courses,
         array(select x.id from exam x where x.enterprise_id = ${whose.enterpriseId} and x.course_id = any(array_agg(m.course_id))) as exams
  from ${boughtCourses(whose, filter)} m group by m.user_id)`;
const ARRAYS = { courses: sql`m.courses`, exams: sql`m.exams` };

/** Class hours, newest first. A reversal belongs to what it reverses. */
export function hourStatement(whose: Whose, filter: Filter, page: SQL = sql``): SQL {
  const { enterpriseId } = whose;
  return sql`
    select ${PERSON}, l.id, l.title, l.hour_kind as "hourKind", l.amount, l.gmt_create as "gmtCreate",
           count(*) over ()::int as "totalCount"
    from ${withExams(whose, filter)} m
    join enterprise_user u on u.enterprise_id = ${enterpriseId} and u.user_id = m.user_id
    join ledger_entry l on l.enterprise_id = ${enterpriseId} and l.user_id = m.user_id and l.kind = 'hours'
    left join ledger_entry r on r.enterprise_id = l.enterprise_id and r.id = l.reversal_of
    where ${ofFilter(filter, sql`l.title`)} and ${eventOf(sql`coalesce(r.source, l.source)`, ARRAYS)}
    order by l.gmt_create desc, l.id desc ${page}`;
}

/** Certificates, newest first. */
export function certificateStatement(whose: Whose, filter: Filter, page: SQL = sql``): SQL {
  const { enterpriseId, now } = whose;
  return sql`
    select ${PERSON}, h.id, c.certificate_name as title, h.certificate_no as "certificateNo",
           case when h.revoked_at is not null then 'revoked' when h.expires_at <= ${now.toISOString()}::timestamptz then 'expired'
             else 'held' end as status,
           h.issued_at as "issuedAt", h.expires_at as "expiresAt", count(*) over ()::int as "totalCount"
    from ${withExams(whose, filter)} m
    join enterprise_user u on u.enterprise_id = ${enterpriseId} and u.user_id = m.user_id
    join user_certificate h on h.enterprise_id = ${enterpriseId} and h.user_id = m.user_id
    join certificate c on c.enterprise_id = h.enterprise_id and c.id = h.certificate_id
    where ${ofFilter(filter, sql`c.certificate_name`, sql`h.certificate_no`)} and ${eventOf(sql`h.source`, ARRAYS)}
    order by h.issued_at desc, h.id desc ${page}`;
}
