import { sql, type SQL } from 'drizzle-orm';
import type { exam } from './tables/exam.ts';

type Exam = Pick<typeof exam.$inferSelect, 'id' | 'audience' | 'courseId'>;

/** SQL condition on member `u`: may take an exam. The same rule as `portal.is_exam_audience`, for all members at once. */
export function isAudienceMember(enterpriseId: string, { id, audience, courseId }: Exam): SQL {
  if (audience === 'everyone') return sql`true`;
  if (audience === 'departments')
    return sql`exists (select from exam_target t where t.enterprise_id = ${enterpriseId} and t.exam_id = ${id}
      and (u.department = t.department or starts_with(u.department, t.department || '/')))`;
  return audience === 'task' ? hasTask(enterpriseId, { id, courseId }) : studies(enterpriseId, courseId);
}

/**
 * SQL of the members whose exam `e` is: its audience, by the rule of `isAudienceMember`. An exam for everybody is the exam of all active members while
 * it is open, and afterwards of those who have a task with it or its course, or study the course: others have not missed it (decision 079).
 * @param e name of a table with the one exam
 * @param isOpen SQL condition: somebody can still begin it
 */
export const audienceMembers = (enterpriseId: string, e: SQL, isOpen: SQL): SQL => sql`
  select i.user_id from portal.assigned_items(${enterpriseId}) i
  join ${e} e on e.audience in ('everyone', 'task') and (i.exam_id = e.id or i.course_id = e.course_id)
  union
  select p.user_id from course_progress p
  join ${e} e on e.audience in ('everyone', 'course') and p.course_id = e.course_id
  where p.enterprise_id = ${enterpriseId}
  union
  select u.user_id from enterprise_user u
  join ${e} e on e.audience = 'everyone' and ${isOpen}
  where u.enterprise_id = ${enterpriseId} and u.status = 'active'
  union
  select u.user_id from exam_target t
  join ${e} e on e.audience = 'departments' and t.exam_id = e.id
  join enterprise_user u on u.enterprise_id = ${enterpriseId}
    and (u.department = t.department or starts_with(u.department, t.department || '/'))
  where t.enterprise_id = ${enterpriseId}`;

/** SQL condition on member `u`: has a published task with the exam or its course. */
export const hasTask = (enterpriseId: string, { id, courseId }: Pick<Exam, 'id' | 'courseId'>): SQL =>
  sql`u.user_id in (select i.user_id from portal.assigned_items(${enterpriseId}) i
    where i.exam_id = ${id} or i.course_id = ${courseId})`;

/** SQL condition on member `u`: has started the course. */
export const studies = (enterpriseId: string, courseId: string | null): SQL =>
  sql`u.user_id in (select p.user_id from course_progress p
    where p.enterprise_id = ${enterpriseId} and p.course_id = ${courseId})`;
