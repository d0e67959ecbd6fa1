import { and, asc, eq } from 'drizzle-orm';
import { courseResource } from '#src/server/course/tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { completeResourcesOf, type Learners } from './complete-resources.ts';

/**
 * Marks the course resources of a passed exam as complete and updates course and task progress. Called in the transaction
 * that closes the attempts, after the attempts themselves, so that tasks see the passes. Idempotent. The number of statements does
 * not depend on the number of users.
 */
export async function completeExamResource(db: TenantDb, passed: Learners & { examId: string }): Promise<void> {
  const { examId, ...learners } = passed;
  const resources = await db
    .select({ id: courseResource.id, courseId: courseResource.courseId })
    .from(courseResource)
    .where(and(eq(courseResource.enterpriseId, learners.enterpriseId), eq(courseResource.examId, examId)))
    .orderBy(asc(courseResource.courseId), asc(courseResource.id));
  await completeResourcesOf(db, learners, resources, examId);
}
