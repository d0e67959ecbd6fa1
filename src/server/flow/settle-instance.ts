import { and, eq } from 'drizzle-orm';
import { audit } from '#src/server/core/audit.ts';
import { flowInstance, type FlowAction, type FlowType } from '#src/server/core/db/schema/flow.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { Context } from '#src/server/core/context.ts';
import { writeLog } from './add-log-entry.ts';

export type Outcome = 'approved' | 'rejected' | 'withdrawn';
/** What a domain makes of a decision about something of its own. */
export type Settled = {
  enterpriseId: string;
  subjectId: string;
  applicantId: string;
  outcome: Outcome;
  at: Date;
  timeZone: string;
  detail: Record<string, unknown>;
};

/** What each domain does when a request of its own is decided, in the transaction of the decision. */
export type FlowEffects = Record<FlowType, (db: TenantDb, settled: Settled) => Promise<void>>;

/** What the history and the audit log call it. */
const DONE: Record<Outcome, { does: FlowAction; action: string }> = {
  approved: { does: 'approve', action: 'flow.approved' },
  rejected: { does: 'reject', action: 'flow.rejected' },
  withdrawn: { does: 'withdraw', action: 'flow.withdrawn' },
};

/**
 * Ends a request that waits and does what follows from it, all in one transaction. Lock it first (`lockInstance`), and
 * see that it is pending.
 */
export async function settleInstance(
  ctx: Context,
  effects: FlowEffects,
  instance: typeof flowInstance.$inferSelect,
  outcome: Outcome,
  comment: string | undefined,
): Promise<void> {
  const { db, tenant, viewer, now } = ctx;
  const { enterpriseId, id, flowType, subjectId, applicantId, detail } = instance;
  const at = now();
  await db
    .update(flowInstance)
    .set({
      state: outcome,
      gmtModified: at,
      ...(outcome === 'withdrawn' ? {} : { decidedBy: viewer.userId, decidedAt: at }),
    })
    .where(and(eq(flowInstance.enterpriseId, enterpriseId), eq(flowInstance.id, id)));
  await writeLog(ctx, id, DONE[outcome].does, comment);
  const { timeZone } = tenant;
  await effects[flowType](db, { enterpriseId, subjectId, applicantId, outcome, at, timeZone, detail });
  await audit(db, ctx, DONE[outcome].action, { instanceId: id, flowType, subjectId, applicantId });
}
