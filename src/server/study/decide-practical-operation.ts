import { and, eq } from 'drizzle-orm';
import { courseResource } from '#src/server/course/tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { completeResources } from './complete-resources.ts';

type Decided = {
  enterpriseId: string;
  subjectId: string;
  applicantId: string;
  outcome: 'approved' | 'rejected' | 'withdrawn';
  at: Date;
  timeZone: string;
};

/** Completes the resource of an approved practical operation, in the transaction of the decision. */
export async function decidePracticalOperation(db: TenantDb, decided: Decided): Promise<void> {
  const { enterpriseId, subjectId, applicantId, outcome, at, timeZone } = decided;
  if (outcome !== 'approved') return;
  const resources = await db
    .select({ id: courseResource.id, courseId: courseResource.courseId })
    .from(courseResource)
    .where(and(eq(courseResource.enterpriseId, enterpriseId), eq(courseResource.id, subjectId)));
  await completeResources(db, { enterpriseId, userId: applicantId, at, timeZone }, resources);
}
