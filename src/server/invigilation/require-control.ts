import { managesExams } from '#src/contract/rules/rights.ts';
import { sql, type SQL } from 'drizzle-orm';
import { notFound } from '#src/server/core/app-error.ts';
import type { RequestContext, Viewer } from '#src/server/core/context.ts';
import { teaches } from '#src/server/exam/marker-of.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

type Who = Pick<RequestContext, 'tenant'> & { db: TenantDb; viewer: Viewer };
export type ControlledExam = {
  id: string;
  title: string;
  windowStart: Date;
  windowEnd: Date;
  audience: 'everyone' | 'departments' | 'task' | 'course';
  courseId: string | null;
};

/** SQL condition that the viewer may enter the control room of exam `e`: also its lecturer and its invigilators. */
export function mayControl({ viewer }: Pick<Who, 'viewer'>): SQL {
  if (managesExams(viewer)) return sql`true`;
  return sql`(
    exists (select from exam_invigilator i
            where i.enterprise_id = e.enterprise_id and i.exam_id = e.id and i.user_id = ${viewer.userId})
    or ${teaches(viewer.userId, sql`e.course_id`)})`;
}

/** Returns an exam of the viewer's control room. @throws AppError 404 */
export async function requireControl(who: Who, examId: string): Promise<ControlledExam> {
  const { rows } = await who.db.execute<
    Omit<ControlledExam, 'windowStart' | 'windowEnd'> & { windowStart: string; windowEnd: string }
  >(sql`
    select e.id, e.title, e.window_start as "windowStart", e.window_end as "windowEnd", e.audience, e.course_id as "courseId"
    from exam e where e.enterprise_id = ${who.tenant.id} and e.id = ${examId} and ${mayControl(who)}`);
  const [found] = rows;
  if (!found) throw notFound();
  return { ...found, windowStart: new Date(found.windowStart), windowEnd: new Date(found.windowEnd) };
}
