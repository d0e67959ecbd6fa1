import { and, eq } from 'drizzle-orm';
import { courseResource } from '#src/server/course/tables.ts';
import { evaluation, type evaluationForm } from './tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { Tenant } from '#src/server/core/context.ts';
import { completeResources } from '#src/server/study/complete-resources.ts';
import { updateTasks } from '#src/server/study/update-tasks.ts';

type Row = typeof evaluation.$inferSelect;
type Form = typeof evaluationForm.$inferSelect;

/**
 * Ends an evaluation, which the caller has locked, and completes what it belongs to: the resource of a passed practical
 * operation or job evaluation, the item of a task.
 */
export async function finishEvaluation(
  { db, tenant }: { db: TenantDb; tenant: Pick<Tenant, 'id' | 'timeZone'> },
  row: Row,
  form: Form,
  result: { score: string; passed: boolean | null; at: Date },
): Promise<void> {
  const { at, score, passed } = result;
  const enterpriseId = tenant.id;
  await db
    .update(evaluation)
    .set({ state: 'done', score, passed, doneAt: at, gmtModified: at })
    .where(and(eq(evaluation.enterpriseId, enterpriseId), eq(evaluation.id, row.id)));
  const learner = { enterpriseId, userId: row.userId, at, timeZone: tenant.timeZone };
  if (form.resourceId === null) return updateTasks(db, learner, { evaluationFormId: form.id });
  if (passed === false) return;
  const resources = await db
    .select({ id: courseResource.id, courseId: courseResource.courseId })
    .from(courseResource)
    .where(and(eq(courseResource.enterpriseId, enterpriseId), eq(courseResource.id, form.resourceId)));
  await completeResources(db, learner, resources);
}
