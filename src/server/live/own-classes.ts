import { isOwnCourse } from '#src/server/study/own-courses.ts';

/**
 * SQL: live classes of a member's own courses that are not over, as `ClassRow` of server/home/page-classes.ts. One that has not ended is
 * listed for a day at most.
 * @param user, now SQL expressions of the member's id and the time; $1 is the enterprise
 */
export const ownLiveClasses = (user: string, now: string): string => `
  select 'live' as kind, l.id, l.title, c.id as course_id, c.title as course_title, l.start_at, l.end_at, l.status as state, '' as place,
         r.id as resource_id, l.gmt_create as gmt_modified
  from live_session l
  join course_resource r on r.enterprise_id = $1 and r.id = l.resource_id and r.activity = 'live' and r.published
  join course c on c.enterprise_id = $1 and c.id = l.course_id and portal.course_status(c.status, $1, ${user}, c.id) = 'published'
  where l.enterprise_id = $1 and l.start_at > ${now} - interval '1 day'
    and (l.status = 'live' or l.status = 'planned' and l.end_at > ${now})
    and ${isOwnCourse(user, 'c.id')}`;
