import { sql } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import { hasSeat } from '#src/server/order/has-seat.ts';

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
