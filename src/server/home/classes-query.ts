/**
 * SQL: the classes with a date of a member that are not over: places in offline classes, booked or on the waiting list, and the live classes of
 * courses that are theirs by study, task, registration or seat. A live class that has not ended is listed for a day at most.
 * @param user, now SQL expressions of the member's id and the time; $1 is the enterprise
 */
export const classesOf = (user: string, now: string): string => `
  select 'session' as kind, s.id, coalesce(s.title, r.sub_resource_name) as title, c.id as course_id, c.title as course_title,
         s.start_at, s.end_at, t.status as state, concat_ws(' ', s.place, s.room) as place, r.id as resource_id, s.gmt_modified
  from training_seat t
  join training_session s on s.enterprise_id = $1 and s.id = t.session_id and s.status = 'planned' and s.end_at > ${now}
  join course_resource r on r.enterprise_id = $1 and r.id = s.resource_id and r.published
  join course c on c.enterprise_id = $1 and c.id = r.course_id
  where t.enterprise_id = $1 and t.user_id = ${user} and t.status in ('booked', 'waiting')
  union all
  select 'live', l.id, l.title, c.id, c.title, l.start_at, l.end_at, l.status, '', r.id, l.gmt_create
  from live_session l
  join course_resource r on r.enterprise_id = $1 and r.id = l.resource_id and r.activity = 'live' and r.published
  join course c on c.enterprise_id = $1 and c.id = l.course_id and c.status = 'published'
  where l.enterprise_id = $1 and l.start_at > ${now} - interval '1 day'
    and (l.status = 'live' or l.status = 'planned' and l.end_at > ${now})
    and (exists (select from course_progress where enterprise_id = $1 and user_id = ${user} and course_id = c.id)
         or exists (select from course_registration
                    where enterprise_id = $1 and user_id = ${user} and course_id = c.id and status = 'approved')
         or exists (select from course_seat a join course_order o on o.enterprise_id = $1 and o.id = a.order_id and o.state = 'approved'
                    where a.enterprise_id = $1 and a.user_id = ${user} and a.course_id = c.id)
         or exists (select from study_task_user u
                    join study_task k on k.enterprise_id = $1 and k.id = u.task_id and k.published
                    join study_task_item i on i.enterprise_id = $1 and i.task_id = u.task_id and i.course_id = c.id
                    where u.enterprise_id = $1 and u.user_id = ${user}))`;
