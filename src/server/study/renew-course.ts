import { sql } from 'drizzle-orm';
import { AppError } from '#src/server/core/app-error.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { catalogueOf } from '#src/server/course/catalogue-sql.ts';
import { percentOfSums } from '#src/server/course/progress.ts';
import { lockExistingCourses, readSums } from './update-course-progress.ts';
import type { Learner } from './award-course.ts';

/**
 * Begins a completed course again: what is watched and read starts at zero, passed exams and confirmed events stay. The course remains
 * completed for everything else (tasks, exams that need it, hours), and when all of it is complete again, that is a completion of its own
 * (docs/specification.md, section "Requirements"). An open player of the course is closed. Repeated, it changes nothing.
 * @throws AppError 409 for a course that is not completed, or of which nothing is studied
 */
export async function beginRenewal(
  db: TenantDb,
  { enterpriseId, userId, at }: Omit<Learner, 'timeZone'>,
  courseId: string,
): Promise<void> {
  // In the order of reports: the clock first.
  await db.execute(sql`
    delete from study_clock where enterprise_id = ${enterpriseId} and user_id = ${userId}
      and resource_id in (select id from course_resource where enterprise_id = ${enterpriseId} and course_id = ${courseId})`);
  await lockExistingCourses(db, { enterpriseId, userIds: [userId] }, [courseId]);
  const ofCourse = sql`enterprise_id = ${enterpriseId} and user_id = ${userId} and course_id = ${courseId}`;
  const { rows } = await db.execute<{ status: string; renewing: boolean }>(
    sql`select status, renewing_since is not null as renewing from course_progress where ${ofCourse}`,
  );
  if (rows[0]?.status !== 'completed') throw new AppError(409, 'courseNotCompleted');
  if (rows[0].renewing) return;
  const { rowCount } = await db.execute(sql`
    with recursive ${catalogueOf(enterpriseId, sql`= ${courseId}`)}
    update resource_progress p
    set watched = '{}', watched_seconds = 0, position = 0, study_progress = 0, completed_at = null, gmt_modified = ${at.toISOString()}
    from catalogue r
    where p.enterprise_id = ${enterpriseId} and p.user_id = ${userId} and p.resource_id = r.id and r.counted and not r.is_untimed`);
  if (rowCount === 0) throw new AppError(409, 'courseNotRenewable');
  await db.execute(sql`
    update course_progress set renewing_since = ${at.toISOString()}, last_resource_id = null, gmt_modified = ${at.toISOString()}
    where ${ofCourse}`);
}

/** How far a user is with completed courses that are studied again, 0–99, by the id of the course. */
export async function renewalsOf(
  db: TenantDb,
  { enterpriseId, userId }: Pick<Learner, 'enterpriseId' | 'userId'>,
  courseIds: string[],
): Promise<Map<string, number>> {
  const found = await readSums(db, enterpriseId, [userId], courseIds);
  return new Map(
    found.filter(({ renewingSince }) => renewingSince !== null).map((row) => [row.courseId, percentOfSums(row)]),
  );
}
