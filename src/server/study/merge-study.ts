import { sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { updateCourses } from './update-course-progress.ts';
import { updateTasksOf } from './update-tasks.ts';

type Merged = { enterpriseId: string; removedId: string; keptId: string; at: Date; timeZone: string };

/**
 * Gives the study of one record to another one of the same person: of a resource, course or task that both have, what got further counts, and
 * the time is the longer one, not the sum. Courses that are now complete post their hours as usual, once; the ledger is merged before.
 */
export async function mergeStudy(
  db: TenantDb,
  { enterpriseId, removedId, keptId, at, timeZone }: Merged,
): Promise<void> {
  const both = (column: 'resource_id' | 'course_id' | 'task_id') => sql`
    k.enterprise_id = ${enterpriseId} and k.user_id = ${keptId} and r.enterprise_id = ${enterpriseId} and r.user_id = ${removedId}
    and r.${sql.raw(column)} = k.${sql.raw(column)}`;
  const ofRemoved = sql`enterprise_id = ${enterpriseId} and user_id = ${removedId}`;
  // Both rows of a course are locked before what is below them, as everywhere.
  await db.execute(sql`
    select from course_progress where enterprise_id = ${enterpriseId} and user_id in (${removedId}, ${keptId})
    order by user_id, course_id for no key update`);
  await db.execute(sql`
    update resource_progress k
    set watched = r.watched, watched_seconds = r.watched_seconds, position = r.position, study_progress = r.study_progress,
        completed_at = r.completed_at, gmt_modified = greatest(k.gmt_modified, r.gmt_modified)
    from resource_progress r
    where ${both('resource_id')}
      and (r.completed_at is not null, r.study_progress, r.watched_seconds)
        > (k.completed_at is not null, k.study_progress, k.watched_seconds)`);
  await db.execute(sql`
    update resource_progress k set study_seconds = r.study_seconds from resource_progress r
    where ${both('resource_id')} and r.study_seconds > k.study_seconds`);
  await db.execute(sql`
    delete from resource_progress r using resource_progress k where ${both('resource_id')}`);
  await db.execute(sql`update resource_progress set user_id = ${keptId} where ${ofRemoved}`);
  // The earlier completion stays the first one, the later one is one more; who studies the course again begins anew.
  await db.execute(sql`
    insert into course_renewal (enterprise_id, user_id, course_id, started_at, completed_at)
    select ${enterpriseId}, ${keptId}, k.course_id, greatest(k.started_at, r.started_at), greatest(k.completed_at, r.completed_at)
    from course_progress k, course_progress r where ${both('course_id')} and k.completed_at <> r.completed_at`);
  await db.execute(sql`
    update course_progress k
    set renewing_since = null, study_progress = greatest(k.study_progress, r.study_progress), study_seconds = greatest(k.study_seconds, r.study_seconds),
        status = case when 'completed' in (k.status, r.status) then 'completed' else 'learning' end,
        completed_at = least(k.completed_at, r.completed_at), started_at = least(k.started_at, r.started_at),
        last_resource_id = case when r.gmt_modified > k.gmt_modified then coalesce(r.last_resource_id, k.last_resource_id)
                                else k.last_resource_id end,
        gmt_modified = greatest(k.gmt_modified, r.gmt_modified)
    from course_progress r where ${both('course_id')}`);
  const { rows: shared } = await db.execute<{ courseId: string }>(sql`
    delete from course_progress r using course_progress k where ${both('course_id')}
    returning r.course_id as "courseId"`);
  // One student, not two.
  for (const { courseId } of shared)
    await db.execute(sql`select portal.add_to_subject(${enterpriseId}, 'course', ${courseId}, 0, 0, 0, 0, 0, -1)`);
  await db.execute(sql`update course_progress set user_id = ${keptId} where ${ofRemoved}`);
  await db.execute(sql`
    update study_task_user k
    set study_progress = greatest(k.study_progress, r.study_progress), completed_at = least(k.completed_at, r.completed_at),
        gmt_create = least(k.gmt_create, r.gmt_create)
    from study_task_user r where ${both('task_id')}`);
  await db.execute(sql`
    delete from study_task_user r using study_task_user k where ${both('task_id')}`);
  await db.execute(sql`update study_task_user set user_id = ${keptId} where ${ofRemoved}`);
  const courseIds = shared.map(({ courseId }) => courseId);
  const kept = { enterpriseId, userIds: [keptId], at, timeZone };
  await updateCourses(db, kept, courseIds);
  await updateTasksOf(db, kept, { courseIds });
}
