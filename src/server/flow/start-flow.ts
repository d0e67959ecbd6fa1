import { and, eq } from 'drizzle-orm';
import { flowInstance, type FlowType } from '#src/server/core/db/schema/flow.ts';
import { audit } from '#src/server/core/audit.ts';
import type { Context } from '#src/server/core/context.ts';
import { markSeen } from './see-decisions.ts';
import { writeLog } from './add-log-entry.ts';

export type Asked = {
  flowType: FlowType;
  /** Order, course, project, course resource or person. */
  subjectId: string;
  /** What the lists call it. */
  title: string;
  /** Who may decide beside the administrators. */
  approverId?: string | null;
  /** What the decider should know; shown as the contract's `FlowDetail` says. */
  detail?: Record<string, unknown> & { note?: string | null };
};

/**
 * Starts a request of the viewer, in the transaction of what it is about. One that already waits for the same thing is
 * kept, however many ask at once (a unique index).
 * @returns the id of the new request, or null when one waits already
 */
export async function startFlow(ctx: Context, { detail = {}, ...asked }: Asked): Promise<string | null> {
  const { db, tenant, viewer, now } = ctx;
  const at = now();
  const [made] = await db
    .insert(flowInstance)
    .values({
      ...asked,
      enterpriseId: tenant.id,
      applicantId: viewer.userId,
      detail,
      gmtCreate: at,
      gmtModified: at,
    })
    .onConflictDoNothing()
    .returning({ id: flowInstance.id });
  if (!made) return null;
  // Who asks again knows how it ended before.
  const { flowType, subjectId } = asked;
  await markSeen(ctx, and(eq(flowInstance.flowType, flowType), eq(flowInstance.subjectId, subjectId)));
  await writeLog(ctx, made.id, 'submit', detail.note);
  await audit(db, ctx, 'flow.submitted', {
    instanceId: made.id,
    flowType,
    subjectId,
  });
  return made.id;
}
