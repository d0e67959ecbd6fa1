import { sql, type SQL } from 'drizzle-orm';
import { catalogueOf } from '#src/server/course/catalogue-sql.ts';

/** Columns of `PartSums` of the tables `totals` and `sums`. */
export const SUMS = sql`
  coalesce(totals.count, 0)::int as count, coalesce(sums.completed, 0)::int as completed,
  coalesce(totals.weight, 0) as weight, coalesce(sums.weighted, 0) as weighted`;

/**
 * Common table expressions for a `with recursive`: the `catalogue` of courses, `totals` of its counted resources per course,
 * and `sums` of the progress of users in them, per user and course. All of it is added up in PostgreSQL, so that a report of
 * one resource does not read the others.
 * @param people condition on the id of the user @param courses condition on the id of the course
 */
export const courseSums = (enterpriseId: string, people: SQL, courses: SQL): SQL => sql`
  ${catalogueOf(enterpriseId, courses)}, totals as (
    select course_id, count(*) as count, sum(weight) as weight from catalogue where counted group by course_id
  ), weighed as (
    -- Not a join: a generic plan does not know how large a course is.
    select user_id, study_progress, completed_at, course_id, max(weight) over (partition by id) as weight
    from (
      select course_id, id, weight, null::uuid as user_id, 0 as study_progress, null::timestamptz as completed_at
      from catalogue where counted
      union all
      select course_id, resource_id, null, user_id, study_progress, completed_at from resource_progress
      where enterprise_id = ${enterpriseId} and user_id ${people} and course_id ${courses}
    ) each_resource
  ), sums as (
    select user_id, course_id, count(completed_at) as completed, sum(weight * study_progress) as weighted
    from weighed where user_id is not null and weight is not null group by user_id, course_id
  )`;
