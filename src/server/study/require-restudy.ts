import { sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/** Learners who begin again in one transaction. */
const BATCH = 200;

/**
 * Lets a batch of those who had completed a course when a new version was published study some of its items again: these start at zero. It is a
 * renewal (`renew-course.ts`): the course remains completed for everything else, and the next completion is one of its own. Repeated, it changes
 * nothing.
 * @param at when the version was published
 * @returns whether there may be more
 */
export async function requireRestudy(
  db: TenantDb,
  { enterpriseId, courseId, items, at }: { enterpriseId: string; courseId: string; items: string[]; at: Date },
): Promise<boolean> {
  const [moment, ids] = [sql`${at.toISOString()}::timestamptz`, sql`${sql.param(items)}::uuid[]`];
  const isDue = sql`enterprise_id = ${enterpriseId} and course_id = ${courseId} and status = 'completed' and completed_at <= ${moment}
    and (restudy_at is null or restudy_at < ${moment})`;
  const { rows } = await db.execute<{ userId: string }>(
    sql`select user_id as "userId" from course_progress where ${isDue} order by user_id limit ${BATCH}`,
  );
  if (rows.length === 0) return false;
  const people = sql`${sql.param(rows.map(({ userId }) => userId))}::uuid[]`;
  // In the order of reports: the clock first. An open player of these items is closed.
  await db.execute(sql`
    delete from study_clock where enterprise_id = ${enterpriseId} and user_id = any (${people}) and resource_id = any (${ids})`);
  await db.execute(sql`
    with due as (
      select user_id from course_progress where ${isDue} and user_id = any (${people}) order by user_id for no key update
    ), begun as (
      update course_progress p
      set renewing_since = coalesce(renewing_since, ${moment}), restudy_at = ${moment}, last_resource_id = null, gmt_modified = now()
      from due where p.enterprise_id = ${enterpriseId} and p.course_id = ${courseId} and p.user_id = due.user_id
    )
    update resource_progress p
    set watched = '{}', watched_seconds = 0, position = 0, study_progress = 0, completed_at = null, gmt_modified = now()
    from due where p.enterprise_id = ${enterpriseId} and p.user_id = due.user_id and p.resource_id = any (${ids})`);
  return true;
}
