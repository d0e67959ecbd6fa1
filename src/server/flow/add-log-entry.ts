import { flowLog, type FlowAction } from './tables.ts';
import type { Context } from '#src/server/core/context.ts';

/** Adds the user's action and comment to the history of a request. */
export async function addLogEntry(
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
