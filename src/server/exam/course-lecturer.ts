import { sql, type SQL } from 'drizzle-orm';

/**
 * SQL condition that a user is the lecturer of a course.
 * @param courseId expression of its id
 * @param enterpriseId expression of its enterprise; default: that of exam `e`
 */
export const teaches = (userId: string, courseId: SQL, enterpriseId: SQL = sql`e.enterprise_id`): SQL => sql`exists (
  select from course taught
  join lecturer l on l.enterprise_id = taught.enterprise_id and l.id = taught.lecturer_id
  where taught.enterprise_id = ${enterpriseId} and taught.id = ${courseId} and l.user_id = ${userId})`;
