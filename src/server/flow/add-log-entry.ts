import { flowLog, type FlowAction } from '#src/server/core/db/schema/flow.ts';
import type { Context } from '#src/server/core/context.ts';

/** Adds to the history of a request what the viewer just did with it, and what they said. */
export async function writeLog(
  { db, tenant, viewer, now }: Context,
  instanceId: string,
  action: FlowAction,
  comment: string | null | undefined,
): Promise<void> {
  await db.insert(flowLog).values({
    enterpriseId: tenant.id,
    instanceId,
    userId: viewer.userId,
    action,
    comment: comment || null,
    gmtCreate: now(),
  });
}
