import { and, eq } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { lecturer } from '#src/server/lecturer/tables.ts';
import { latestInstances } from '#src/server/flow/latest-instances.ts';
import { startFlow } from '#src/server/flow/start-flow.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';
import { openResource } from './read-resource.ts';
import { readProgressRow } from './resource-progress.ts';

/**
 * Submits a practical operation for approval by the course's lecturer or an administrator. Can be repeated after a
 * rejection; while a request is pending, a repeat changes nothing.
 * @throws AppError 403 with the reason when the course may not be studied; 404; 409 for another kind of resource, or
 * one that is already approved
 */
export async function savePracticalOperation(
  ctx: Context,
  { resourceId, note }: OperationInput<'POST /course/auth/study/practice/save'>,
) {
  const { db, tenant, viewer } = ctx;
  const key = { enterpriseId: tenant.id, userId: viewer.userId, resourceId };
  const { resource, course } = await openResource(ctx, resourceId);
  if (resource.kind !== 'practice') throw new AppError(409, 'notPractice');
  if ((await readProgressRow(db, key))?.completedAt) throw new AppError(409, 'practiceSignedOff');
  const [teacher] = course.lecturerId
    ? await db
        .select({ userId: lecturer.userId })
        .from(lecturer)
        .where(and(eq(lecturer.enterpriseId, tenant.id), eq(lecturer.id, course.lecturerId)))
    : [];
  await startFlow(ctx, {
    flowType: 'practicalOperation',
    subjectId: resourceId,
    title: resource.subResourceName,
    approverId: teacher?.userId ?? null,
    detail: { note, courseId: course.id, courseTitle: course.title },
  });
  return (await practicesOf(ctx, [resourceId])).get(resourceId)!;
}

/** Returns the state of the viewer's latest submission of each practical operation. */
export const practicesOf = ({ db, tenant, viewer }: Context, resourceIds: string[]) =>
  latestInstances(db, {
    enterpriseId: tenant.id,
    applicantId: viewer.userId,
    flowType: 'practicalOperation',
    subjectIds: resourceIds,
  });
