import { type SQL, sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { hasSeat, seatHolders } from '#src/server/order/seat-conditions.ts';

const dialect = new PgDialect();

/**
 * SQL condition: a course is a member's own by study, task, registration or seat.
 * @param user, course SQL expressions of their ids; $1 is the enterprise
 */
export const isOwnCourse = (user: string, course: string): string => `
  (exists (select from course_progress where enterprise_id = $1 and user_id = ${user} and course_id = ${course})
   or exists (select from course_registration
              where enterprise_id = $1 and user_id = ${user} and course_id = ${course} and status = 'approved')
   or ${dialect.sqlToQuery(hasSeat(sql.raw('$1'), sql.raw(user), sql.raw(course))).sql}
   or exists (select from portal.assigned_items($1) i where i.user_id = ${user} and i.course_id = ${course}))`;

/** SQL: the users for whom `isOwnCourse` holds, also some who are no active members any more. */
export const learnersOf = (enterpriseId: string, course: SQL): SQL => sql`
  select user_id from course_progress where enterprise_id = ${enterpriseId} and course_id = ${course}
  union
  select user_id from course_registration where enterprise_id = ${enterpriseId} and course_id = ${course} and status = 'approved'
  union
  ${seatHolders(enterpriseId, course)}
  union
  select i.user_id from portal.assigned_items(${enterpriseId}) i where i.course_id = ${course}`;

/** SQL: part of the dashboard's statement (server/home/home-query.ts): courses in progress of the viewer `v`, the last studied first. */
export const coursesInProgress = (max: number): string => `
  select coalesce(json_agg(json_build_object(
           'courseId', course_id, 'title', title, 'coverFileId', cover_file_id, 'studyProgress', study_progress,
           'lastResourceId', last_resource_id, 'lastResourceName', sub_resource_name) order by gmt_modified desc, course_id), '[]') as courses
  from (
    select p.course_id, p.study_progress, p.last_resource_id, p.gmt_modified, o.title, o.cover_file_id, r.sub_resource_name
    from course_progress p
    join course o on o.enterprise_id = p.enterprise_id and o.id = p.course_id and portal.course_status(o.status, $1, v.user_id, o.id) = 'published'
    left join course_resource r on r.enterprise_id = p.enterprise_id and r.id = p.last_resource_id
    where p.enterprise_id = $1 and p.user_id = v.user_id and p.status = 'learning'
    order by p.gmt_modified desc, p.course_id limit ${max}
  ) p`;
