import { and, asc, eq } from 'drizzle-orm';
import { courseResource } from '#src/server/core/db/schema/course.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { completeResources } from './complete-resources.ts';
import type { Learner } from './update-course-progress.ts';

/**
 * Marks the course resources of a passed exam as complete and updates course and task progress. Called in the transaction
 * that closes the attempt, after the attempt itself, so that tasks see the pass. Idempotent.
 */
export async function completeExamResource(db: TenantDb, passed: Learner & { examId: string }): Promise<void> {
  const { examId, ...learner } = passed;
  const { enterpriseId } = learner;
  const resources = await db
    .select({ id: courseResource.id, courseId: courseResource.courseId })
    .from(courseResource)
    .where(and(eq(courseResource.enterpriseId, enterpriseId), eq(courseResource.examId, examId)))
    .orderBy(asc(courseResource.courseId), asc(courseResource.id));
  await completeResources(db, learner, resources, examId);
}
