import { sql, type SQL } from 'drizzle-orm';
import { courseOfEvent } from '#src/server/record/event-of.ts';
import { boughtCourses, boughtSeats, type Filter, hasBought, ofFilter, type Whose } from './whose.ts';

/*
 * SQL of what the people of an organisation did. Each contains only what belongs to the courses of their seats (decision 036), and can be
 * read as a page or whole, for an export.
 */

/** A part of a list; the whole list without it. `hasMany`: of an organisation with many seats (`expectMany`). */
export type Page = { limit: number; offset: number; hasMany: boolean };
const ofPage = (page: Page | undefined): SQL => (page ? sql`limit ${page.limit} offset ${page.offset}` : sql``);

const PERSON = sql`u.user_id as "userId", u.user_name as "userName", u.department`;

/**
 * Tasks that contain such a course, the latest end first. People are sorted for the tasks of the page only, and their progress in this course is
 * read for its rows.
 */
export function taskStatement(whose: Whose, filter: Filter, page?: Page): SQL {
  const { enterpriseId, now } = whose;
  const { from, where } = boughtSeats(whose);
  const { keyword, department, userId } = filter;
  // Of many seats, they are looked up for all tasks of the enterprise, which are then read once; of few, tasks are looked up for them.
  const asked = sql.raw(page?.hasMany ? 'materialized' : 'not materialized');
  // What concerns nobody's name is read without the names.
  const named =
    keyword || department !== undefined
      ? sql`join course c on c.enterprise_id = i.enterprise_id and c.id = i.course_id
            join enterprise_user u on u.enterprise_id = a.enterprise_id and u.user_id = a.user_id
              and ${ofFilter(filter, sql`t.title`, sql`c.title`)}`
      : sql``;
  return sql`
    with bought as materialized (select s.user_id, s.course_id from ${from} where ${where}),
    asked as ${asked} (
      select a.user_id, a.task_id, i.course_id
      from study_task_user a
      join study_task t on t.enterprise_id = a.enterprise_id and t.id = a.task_id and t.published
      join study_task_item i on i.enterprise_id = a.enterprise_id and i.task_id = a.task_id
      ${named}
      where a.enterprise_id = ${enterpriseId} and i.course_id is not null ${userId ? sql`and a.user_id = ${userId}` : sql``}
    ), mine as materialized (
      select * from asked where (user_id, course_id) in (select user_id, course_id from bought)
    ), placed as materialized (
      select t.id, sum(n.rows) over (order by t.end_at desc, t.id) - n.rows as before, n.rows, sum(n.rows) over ()::int as total
      from (select task_id, count(*) as rows from mine group by task_id) n
      join study_task t on t.enterprise_id = ${enterpriseId} and t.id = n.task_id
    ), shown as materialized (
      select * from placed ${page ? sql`where before < ${page.offset + page.limit} and before + rows > ${page.offset}` : sql``}
    ), part as materialized (
      select mine.*, shown.total from shown join mine on mine.task_id = shown.id
    ), found as materialized (
      select ${PERSON}, t.id as "taskId", t.title, c.id as course_id, c.title as "courseTitle", t.end_at, m.total as "totalCount"
      from part m
      join study_task t on t.enterprise_id = ${enterpriseId} and t.id = m.task_id
      join enterprise_user u on u.enterprise_id = ${enterpriseId} and u.user_id = m.user_id
      join course c on c.enterprise_id = ${enterpriseId} and c.id = m.course_id
      order by t.end_at desc, t.id, u.user_name, u.user_id, c.id
      ${page ? sql`limit ${page.limit} offset ${page.offset} - coalesce((select min(before) from shown), ${page.offset})` : sql``}
    )
    select found.*, end_at as "endAt", coalesce(p.study_progress, 0) as "studyProgress",
           case when p.status = 'completed' then 'completed' when end_at <= ${now.toISOString()}::timestamptz then 'overdue'
             when p.status is null then 'notStarted' else 'learning' end as state
    from found
    left join lateral (
      select study_progress, status from course_progress
      where enterprise_id = ${enterpriseId} and user_id = found."userId" and course_id = found.course_id limit 1
    ) p on true
    order by end_at desc, "taskId", "userName", "userId", course_id`;
}

/** Exams of such a course which the person may take or has taken, by name; results are read for the rows of the page only. */
export function examStatement(whose: Whose, filter: Filter, page?: Page): SQL {
  const { enterpriseId, now } = whose;
  const at = sql`${now.toISOString()}::timestamptz`;
  const order = sql`e.window_end desc, e.id, u.user_name, u.user_id`;
  return sql`
    with found as materialized (
      select e.id, m.user_id, count(*) over ()::int as total
      from ${boughtCourses(whose, filter)} m
      join enterprise_user u on u.enterprise_id = ${enterpriseId} and u.user_id = m.user_id
      join exam e on e.enterprise_id = ${enterpriseId} and e.course_id = m.course_id
      where ${ofFilter(filter, sql`e.title`)}
        and (e.published and (e.audience = 'everyone' or portal.is_exam_audience(${enterpriseId}, e.id, m.user_id))
             or exists (select from exam_attempt a where a.enterprise_id = ${enterpriseId} and a.exam_id = e.id and a.user_id = m.user_id
                        and not a.trial))
      order by ${order} ${ofPage(page)}
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
    order by ${order}`;
}

/** Class hours, newest first. A reversal belongs to what it reverses. */
export function hourStatement(whose: Whose, filter: Filter, page?: Page): SQL {
  const { enterpriseId } = whose;
  const earnedBy = sql`case when l.reversal_of is null then l.source else (
    select r.source from ledger_entry r where r.enterprise_id = l.enterprise_id and r.id = l.reversal_of) end`;
  return sql`
    select ${PERSON}, l.id, l.title, l.hour_kind as "hourKind", l.amount, l.gmt_create as "gmtCreate",
           count(*) over ()::int as "totalCount"
    from ledger_entry l
    join enterprise_user u on u.enterprise_id = l.enterprise_id and u.user_id = l.user_id
    cross join lateral (select ${earnedBy} as source) e
    where l.enterprise_id = ${enterpriseId} and l.kind = 'hours'
      and ${hasBought(whose, sql`l.user_id`, courseOfEvent(sql`e.source`, enterpriseId), 'text')} and ${ofFilter(filter, sql`l.title`)}
    order by l.gmt_create desc, l.id desc ${ofPage(page)}`;
}

/** Certificates, newest first. */
export function certificateStatement(whose: Whose, filter: Filter, page?: Page): SQL {
  const { enterpriseId, now } = whose;
  const earnedBy = sql`case split_part(h.source, ':', 1) when 'course' then split_part(h.source, ':', 2) else x.course_id::text end`;
  return sql`
    select ${PERSON}, h.id, c.certificate_name as title, h.certificate_no as "certificateNo",
           case when h.revoked_at is not null then 'revoked' when h.expires_at <= ${now.toISOString()}::timestamptz then 'expired'
             else 'held' end as status,
           h.issued_at as "issuedAt", h.expires_at as "expiresAt", count(*) over ()::int as "totalCount"
    from user_certificate h
    join enterprise_user u on u.enterprise_id = h.enterprise_id and u.user_id = h.user_id
    join certificate c on c.enterprise_id = h.enterprise_id and c.id = h.certificate_id
    left join exam x on x.enterprise_id = h.enterprise_id and h.source = 'exam:' || x.id
    where h.enterprise_id = ${enterpriseId} and ${hasBought(whose, sql`h.user_id`, earnedBy, 'text')}
      and ${ofFilter(filter, sql`c.certificate_name`, sql`h.certificate_no`)}
    order by h.issued_at desc, h.id desc ${ofPage(page)}`;
}
