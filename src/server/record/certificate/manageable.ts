import { and, eq, inArray, type SQL } from 'drizzle-orm';
import { course } from '#src/server/course/tables.ts';
import { exam } from '#src/server/exam/tables/exam.ts';
import { lecturer } from '#src/server/lecturer/tables.ts';
import { certificate } from '#src/server/record/tables/certificate.ts';
import type { Context } from '#src/server/core/context.ts';

/**
 * SQL condition on `certificate`: the kinds that the viewer may issue, revoke and renew. Administrators: all of this
 * enterprise; a lecturer: those of the exams of their courses.
 */
export function manageable({ db, tenant, viewer }: Context): SQL | undefined {
  const here = eq(certificate.enterpriseId, tenant.id);
  if (viewer.isAdmin) return here;
  const taught = db
    .select({ id: exam.certificateId })
    .from(exam)
    .innerJoin(course, and(eq(course.enterpriseId, exam.enterpriseId), eq(course.id, exam.courseId)))
    .innerJoin(lecturer, and(eq(lecturer.enterpriseId, course.enterpriseId), eq(lecturer.id, course.lecturerId)))
    .where(and(eq(exam.enterpriseId, tenant.id), eq(lecturer.userId, viewer.userId)));
  return and(here, inArray(certificate.id, taught));
}
