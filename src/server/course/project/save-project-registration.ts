import { and, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { requestRegistration } from '#src/server/course/request-registration.ts';
import { stateOf } from '#src/server/course/study-state.ts';
import { project } from '#src/server/course/tables.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound, AppError } from '#src/server/core/app-error.ts';

/**
 * Requests registration for a learning project (docs/specification.md, section "Access to courses"); the administrators
 * decide. A repeated request does not change a decision; after a rejection the user can request once more, with a
 * reason.
 * @throws AppError 404; 409 for a project without registration, and after the second rejection; 422 for a second
 *   request without a reason
 */
export async function saveProjectRegistration(
  ctx: Context,
  { projectId, note }: OperationInput<'POST /course/auth/project/registration/save'>,
) {
  const { db, tenant } = ctx;
  const [found] = await db
    .select({ title: project.title, registrationRequired: project.registrationRequired })
    .from(project)
    .where(and(eq(project.enterpriseId, tenant.id), eq(project.id, projectId), eq(project.status, 'published')));
  if (!found) throw notFound();
  if (!found.registrationRequired) throw new AppError(409, 'noProjectRegistrationNeeded');
  const status = await requestRegistration(ctx, {
    flowType: 'projectRegistration',
    subjectId: projectId,
    title: found.title,
    note,
  });
  return { projectState: stateOf(status) };
}
