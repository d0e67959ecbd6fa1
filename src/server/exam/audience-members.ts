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

/** SQL condition on member `u`: has a published task with the exam or its course. */
export const hasTask = (enterpriseId: string, { id, courseId }: Pick<Exam, 'id' | 'courseId'>): SQL =>
  sql`u.user_id in (select i.user_id from portal.assigned_items(${enterpriseId}) i
    where i.exam_id = ${id} or i.course_id = ${courseId})`;

/** SQL condition on member `u`: has started the course. */
export const studies = (enterpriseId: string, courseId: string | null): SQL =>
  sql`u.user_id in (select p.user_id from course_progress p
    where p.enterprise_id = ${enterpriseId} and p.course_id = ${courseId})`;
