import { classesOf } from './classes-query.ts';

/** Maximum number of entries of each block of the dashboard. */
export const MAX_ENTRIES = {
  certificates: 3,
  tasks: 5,
  courses: 4,
  exams: 4,
  classes: 3,
  announcements: 5,
  decided: 3,
};
/** Days for which the dashboard shows an unseen decision. */
const DECISION_DAYS = 30;

/**
 * Reads the dashboards of several users, without their tasks, in one statement, one row per user: $1 enterprise, $2
 * user ids, $3 times, $4 time zone. It repeats the rules of the lists of courses, exams and announcements for their
 * first entries; tests/api/home.test.ts compares both. What exams are open to everybody is read once for all users; who has
 * not taken one and has no window of their own needs nothing else to be known.
 */
export const HOME_QUERY = `
with viewer as (
  select n::int, user_id, now, extract(year from now at time zone $4)::int as year
  from unnest($2::uuid[], $3::timestamptz[]) with ordinality as t (user_id, now, n)
), published as materialized (
  -- An exam that is an item of a course belongs to those who study it.
  select e.id, e.title, e.limit_seconds, e.window_start, e.window_end, e.course_id, e.audience,
         e.audience = 'everyone' and not exists (
           select from course_resource r where r.enterprise_id = $1 and r.course_id = e.course_id and r.exam_id = e.id) as for_all
  from exam e where e.enterprise_id = $1 and e.published
), open_window as materialized (
  select p.id, p.title, p.limit_seconds, w.starts, w.ends
  from published p
  cross join lateral (
    select p.window_start as starts, p.window_end as ends
    union all
    select r.window_start, r.window_end from exam_resit r where r.enterprise_id = $1 and r.exam_id = p.id
  ) w
  where p.for_all and w.ends > (select min(now) from viewer) - make_interval(secs => coalesce((
    select max(c.window_after_seconds) from exam_accommodation c where c.enterprise_id = $1 and c.ended_at is null), 0))
), own_window as materialized (
  select l.exam_id, l.user_id from exam_allowance l join published p on p.id = l.exam_id and p.for_all
  where l.enterprise_id = $1 and l.user_id = any($2)
)
select v.n, s.*, c.*, d.*, p.*, x.*, y.*, a.*, f.*, g.*, m.*
from viewer v
cross join lateral (
  select coalesce(sum(total) filter (where kind = 'hours' and year = v.year), 0)::text as "annualHours",
         coalesce(sum(total) filter (where kind = 'hours'), 0)::text as "totalHours",
         coalesce(sum(total) filter (where kind = 'credits' and year = v.year), 0)::text as "annualCredits",
         coalesce(sum(total) filter (where kind = 'credits'), 0)::text as "totalCredits",
         coalesce(sum(total) filter (where kind = 'points' and year = v.year), 0)::text as "annualPoints",
         coalesce(sum(total) filter (where kind = 'points'), 0)::text as "totalPoints"
  from ledger_total where enterprise_id = $1 and user_id = v.user_id
) s
cross join lateral (
  select count(*)::int as "certificateCount",
         coalesce(json_agg(json_build_object('id', id, 'certificateName', certificate_name, 'certificateNo', certificate_no,
                                             'gmtCreate', issued_at) order by issued_at desc, id desc)
                  filter (where held and place <= ${MAX_ENTRIES.certificates}), '[]') as certificates
  from (
    select u.id, u.certificate_no, u.issued_at, d.certificate_name, held,
           row_number() over (partition by held order by u.issued_at desc, u.id desc) as place
    from user_certificate u
    join certificate d on d.enterprise_id = u.enterprise_id and d.id = u.certificate_id
    cross join lateral (select u.expires_at is null or u.expires_at > v.now as held) h
    where u.enterprise_id = $1 and u.user_id = v.user_id and u.revoked_at is null
  ) u
) c
cross join lateral (
  select coalesce(json_agg(json_build_object('day', day, 'streak', streak) order by day), '[]') as "checkIns"
  from check_in
  where enterprise_id = $1 and user_id = v.user_id
    and day between date_trunc('week', v.now at time zone $4)::date - 1 and (v.now at time zone $4)::date
) d
cross join lateral (
  select coalesce(json_agg(json_build_object(
           'courseId', course_id, 'title', title, 'coverFileId', cover_file_id, 'studyProgress', study_progress,
           'lastResourceId', last_resource_id, 'lastResourceName', sub_resource_name) order by gmt_modified desc, course_id), '[]') as courses
  from (
    select p.course_id, p.study_progress, p.last_resource_id, p.gmt_modified, o.title, o.cover_file_id, r.sub_resource_name
    from course_progress p
    join course o on o.enterprise_id = p.enterprise_id and o.id = p.course_id and o.status = 'published'
    left join course_resource r on r.enterprise_id = p.enterprise_id and r.id = p.last_resource_id
    where p.enterprise_id = $1 and p.user_id = v.user_id and p.status = 'learning'
    order by p.gmt_modified desc, p.course_id limit ${MAX_ENTRIES.courses}
  ) p
) p
cross join lateral (
  select coalesce(json_agg(json_build_object(
           'id', id, 'title', title, 'windowStart', window_start, 'windowEnd', window_end, 'limitSeconds', limit_seconds,
           'state', case when open then 'open' when window_start > v.now then 'later' when used > 0 then 'resit' else 'waiting' end)
         order by open desc, window_start > v.now, window_end, id), '[]') as exams
  from (
    select of_person.*
    from (
      -- The exams that the person has taken, and those for everybody with a window of their own.
      select array(select exam_id from exam_attempt where enterprise_id = $1 and user_id = v.user_id
                   union all
                   select exam_id from own_window where user_id = v.user_id) as ids
    ) own
    cross join lateral (
      select e.id, e.title, t.window_start, t.window_end, e.limit_seconds, t.open, t.used
      from (
        -- The exams of this person, before the state of each is computed; a condition on that state would be evaluated after it.
        select e.id, e.title, e.limit_seconds from published e
        where (e.id = any(own.ids)
               or not e.for_all
                  and (e.audience = 'departments'
                    or exists (select from study_task_item i
                               join study_task_user u on u.enterprise_id = $1 and u.task_id = i.task_id and u.user_id = v.user_id
                               join study_task k on k.enterprise_id = $1 and k.id = i.task_id and k.published
                               where i.enterprise_id = $1 and (i.exam_id = e.id or i.course_id = e.course_id))
                    or exists (select from course_progress where enterprise_id = $1 and user_id = v.user_id and course_id = e.course_id))
                  and (e.audience = 'everyone' or portal.is_exam_audience($1, e.id, v.user_id)))
        offset 0
      ) e
      cross join lateral (
        select x.*, exists (select from exam_attempt where enterprise_id = $1 and user_id = v.user_id and exam_id = e.id
                            and status = 'open' and deadline_at > v.now) as open
        from portal.exam_progress($1, e.id, v.user_id, v.now) x
      ) t
      where not t.passed and (t.open or (not t.awaiting and t.counting_left > 0))
      union all
      (
        select distinct on (w.id) w.id, w.title, w.starts, w.ends + later.after, w.limit_seconds, false, 0
        from (select make_interval(secs => coalesce(max(window_after_seconds), 0)) as after from exam_accommodation
              where enterprise_id = $1 and user_id = v.user_id and valid_from <= v.now and coalesce(valid_until, 'infinity') > v.now
                and ended_at is null) later
        join open_window w on w.ends + later.after > v.now
        where w.id <> all(own.ids)
        order by w.id, w.starts > v.now, w.starts
      )
    ) of_person
    order by open desc, window_start > v.now, window_end, id limit ${MAX_ENTRIES.exams}
  ) e
) x
cross join lateral (
  select coalesce(json_agg(json_build_object(
           'kind', kind, 'id', id, 'title', title, 'startAt', start_at, 'endAt', end_at, 'state', state, 'place', nullif(place, ''),
           'courseId', course_id, 'resourceId', resource_id, 'courseTitle', course_title) order by start_at, id), '[]') as classes
  from (select * from (${classesOf('v.user_id', 'v.now')}) y order by start_at, id limit ${MAX_ENTRIES.classes}) y
) y
cross join lateral (
  select coalesce(json_agg(json_build_object('id', id, 'title', title, 'publishedAt', published_at, 'read', read)
                           order by published_at desc, id desc), '[]') as announcements
  from (
    select a.id, a.title, a.published_at, r.read_at is not null
           or coalesce(a.published_at <= m.read_until and a.id < portal.first_id(m.read_until), false) as read
    from announcement a
    left join announcement_read_mark m on m.enterprise_id = $1 and m.user_id = v.user_id
    left join announcement_user_record r
      on r.enterprise_id = a.enterprise_id and r.announcement_id = a.id and r.user_id = v.user_id
    where a.enterprise_id = $1 and a.published and a.published_at <= v.now and r.deleted_at is null
    order by a.published_at desc, a.id desc limit ${MAX_ENTRIES.announcements}
  ) a
) a
cross join lateral (
  select coalesce(json_agg(json_build_object('id', id, 'title', title, 'state', state) order by decided_at desc, id), '[]') as decided
  from (
    select id, title, state, decided_at
    from flow_instance
    where enterprise_id = $1 and applicant_id = v.user_id and decided_at is not null and seen_at is null
      and decided_at > v.now - interval '${DECISION_DAYS} days'
    order by decided_at desc, id limit ${MAX_ENTRIES.decided}
  ) f
) f
cross join lateral (
  select coalesce(json_agg(json_build_object('id', id, 'certificateName', certificate_name, 'change', unseen_change)
                           order by id desc), '[]') as "certificateChanges"
  from (
    select u.id, u.unseen_change, d.certificate_name
    from user_certificate u
    join certificate d on d.enterprise_id = u.enterprise_id and d.id = u.certificate_id
    where u.enterprise_id = $1 and u.user_id = v.user_id and u.unseen_change is not null
    order by u.id desc limit ${MAX_ENTRIES.decided}
  ) g
) g
cross join lateral (
  select coalesce(json_agg(json_build_object('id', id, 'title', detail ->> 'title', 'path', path)
                           order by gmt_create desc, id desc), '[]') as "markedExams"
  from (
    select id, detail, path, gmt_create from notice
    where enterprise_id = $1 and user_id = v.user_id and kind = 'examMarked' and read_at is null
      and gmt_create > v.now - interval '${DECISION_DAYS} days'
    order by gmt_create desc, id desc limit ${MAX_ENTRIES.decided}
  ) m
) m`;
