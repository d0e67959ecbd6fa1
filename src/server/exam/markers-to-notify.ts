import { sql } from 'drizzle-orm';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

/** Members who are told of one appeal. */
const MAX_TOLD = 20;

/**
 * Returns who is told that an appeal waits: the named markers of the exam, or the lecturer of its course; without them the
 * administrators. Never the candidate, who cannot answer it.
 */
export async function markersToNotify(
  db: TenantDb,
  { enterpriseId, examId, userId }: { enterpriseId: string; examId: string; userId: string },
): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with marker as (
      select k.user_id as id from exam e
      join exam_marker k on k.enterprise_id = e.enterprise_id and k.exam_id = e.id
      where e.enterprise_id = ${enterpriseId} and e.id = ${examId} and e.marker_group = 'named'
      union
      select l.user_id from exam e
      join course c on c.enterprise_id = e.enterprise_id and c.id = e.course_id
      join lecturer l on l.enterprise_id = c.enterprise_id and l.id = c.lecturer_id
      where e.enterprise_id = ${enterpriseId} and e.id = ${examId} and e.marker_group = 'course'
    ), active as (
      select u.user_id as id, u.is_admin, exists (select from marker m where m.id = u.user_id) as marks
      from enterprise_user u
      where u.enterprise_id = ${enterpriseId} and u.status = 'active' and u.user_id <> ${userId}
        and (u.is_admin or u.user_id in (select id from marker))
    )
    select id from active a where a.marks or not exists (select from active where marks)
    order by id limit ${MAX_TOLD}`);
  return rows.map(({ id }) => id);
}
