import { and, eq } from 'drizzle-orm';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { flowInstance } from './tables.ts';
import { addLogEntry } from './add-log-entry.ts';
import { decideStep, type Step } from './steps.ts';

/**
 * Approves a step that is not the last one: the request waits for the next approver, and has no effect yet. The caller has
 * locked the request.
 */
export async function finishStep(
  ctx: Context,
  instance: typeof flowInstance.$inferSelect,
  next: Pick<Step, 'step' | 'approverId'>,
  comment: string | undefined,
): Promise<void> {
  const { db, viewer, now } = ctx;
  const { enterpriseId, id, flowType, subjectId, applicantId, step } = instance;
  const at = now();
  await decideStep(db, instance, { outcome: 'approved', decidedBy: viewer.userId, decidedAt: at });
  await db
    .update(flowInstance)
    .set({ step: next.step, approverId: next.approverId, gmtModified: at })
    .where(and(eq(flowInstance.enterpriseId, enterpriseId), eq(flowInstance.id, id)));
  await addLogEntry(ctx, id, 'approve', comment);
  await audit(db, ctx, 'flow.stepApproved', { instanceId: id, flowType, subjectId, applicantId, step });
}
