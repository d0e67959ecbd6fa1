import { and, asc, eq } from 'drizzle-orm';
import { courseResource } from '#src/server/core/db/schema/course.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { completeResources } from './complete-resources.ts';
import type { Learner } from './update-course-progress.ts';

/**
 * Marks the course resources that stand for a passed exam as complete, and brings course and task progress up to date.
 * Called in the transaction that closes the attempt: after that, so that tasks see the pass, and before the exam's own
 * ledger lines, because a study report takes the same rows in the order course, then ledger. A repeat changes nothing.
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
