import { managesExams } from '#src/contract/rules/rights.ts';
import { sql, type SQL } from 'drizzle-orm';
import { notFound } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { USER_TYPE } from '#src/contract/rules/account.ts';

type Who = { viewer: Pick<Context['viewer'], 'userId' | 'isAdmin' | 'userType' | 'grants'> };

/**
 * Condition that the viewer marks an exam: administrators every one, lecturers those whose marker group they belong to
 * (decision 060).
 * @param e alias of `exam` in the statement
 */
export function marksExam({ viewer }: Who, e: SQL = sql`e`): SQL {
  if (managesExams(viewer)) return sql`true`;
  if (viewer.userType !== USER_TYPE.lecturer) return sql`false`;
  return sql`(${e}.marker_group = 'lecturers'
    or ${e}.marker_group = 'named' and exists (select from exam_marker k
      where k.enterprise_id = ${e}.enterprise_id and k.exam_id = ${e}.id and k.user_id = ${viewer.userId})
    or ${e}.marker_group = 'course' and ${teaches(viewer.userId, sql`${e}.course_id`, sql`${e}.enterprise_id`)})`;
}

/** Whether the viewer marks an exam. */
export async function isMarkerOf({ db, tenant, viewer }: Context, examId: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select from exam e where e.enterprise_id = ${tenant.id} and e.id = ${examId} and ${marksExam({ viewer })}`,
  );
  return rows.length > 0;
}

/** @throws AppError 404 for an exam that does not exist here, or that the viewer does not mark */
export async function requireMarker(ctx: Context, examId: string): Promise<void> {
  if (!(await isMarkerOf(ctx, examId))) throw notFound();
}

/**
 * SQL condition that a user is the lecturer of a course.
 * @param courseId expression of its id
 * @param enterpriseId expression of its enterprise; default: that of exam `e`
 */
export const teaches = (userId: string, courseId: SQL, enterpriseId: SQL = sql`e.enterprise_id`): SQL => sql`exists (
  select from course taught
  join lecturer l on l.enterprise_id = taught.enterprise_id and l.id = taught.lecturer_id
  where taught.enterprise_id = ${enterpriseId} and taught.id = ${courseId} and l.user_id = ${userId})`;
