import { isVisibleTo } from './tables/visible.ts';
import { and, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { course } from './tables.ts';
import { lecturer } from '#src/server/lecturer/tables.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound, AppError } from '#src/server/core/app-error.ts';
import { requestRegistration } from './request-registration.ts';
import { readStudyState } from './study-state.ts';

/**
 * Requests registration for a course (docs/specification.md, section "Access to courses"). Its lecturer and the
 * administrators decide. A repeated request does not change a decision; after a rejection the user can request once
 * more, with a reason.
 * @throws AppError 404; 409 for a course without registration, and after the second rejection; 422 for a second request
 *   without a reason
 */
export async function saveRegistration(
  ctx: Context,
  { courseId, note }: OperationInput<'POST /course/auth/course/registration/save'>,
) {
  const { db, tenant, viewer } = ctx;
  const [found] = await db
    .select({ course, approverId: lecturer.userId })
    .from(course)
    .leftJoin(lecturer, and(eq(lecturer.enterpriseId, course.enterpriseId), eq(lecturer.id, course.lecturerId)))
    .where(and(eq(course.enterpriseId, tenant.id), eq(course.id, courseId), isVisibleTo(ctx)));
  if (!found) throw notFound();
  if (!found.course.registrationRequired) throw new AppError(409, 'noRegistrationNeeded');
  await requestRegistration(ctx, {
    flowType: 'courseRegistration',
    subjectId: courseId,
    title: found.course.title,
    approverId: found.approverId,
    note,
  });
  return { studyState: await readStudyState(db, tenant.id, viewer.userId, found.course) };
}
