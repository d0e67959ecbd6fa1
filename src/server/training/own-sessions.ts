/**
 * SQL: offline classes in which a member has a place, booked or on the waiting list, and that are not over, as `ClassRow` of
 * server/home/page-classes.ts.
 * @param user, now SQL expressions of the member's id and the time; $1 is the enterprise
 */
export const ownSessions = (user: string, now: string): string => `
  select 'session' as kind, s.id, coalesce(s.title, r.sub_resource_name) as title, c.id as course_id, c.title as course_title,
         s.start_at, s.end_at, t.status as state, concat_ws(' ', s.place, s.room) as place, r.id as resource_id, s.gmt_modified
  from training_seat t
  join training_session s on s.enterprise_id = $1 and s.id = t.session_id and s.status = 'planned' and s.end_at > ${now}
  join course_resource r on r.enterprise_id = $1 and r.id = s.resource_id and r.published
  join course c on c.enterprise_id = $1 and c.id = r.course_id
  where t.enterprise_id = $1 and t.user_id = ${user} and t.status in ('booked', 'waiting')`;
