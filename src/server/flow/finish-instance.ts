import { and, eq } from 'drizzle-orm';
import { audit } from '#src/server/core/audit.ts';
import type { FlowType } from '#src/contract/rules/flow.ts';
import { flowInstance, type FlowAction } from './tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { Context } from '#src/server/core/context.ts';
import { sendNotices } from '#src/server/notice/send-notice.ts';
import { addLogEntry } from './add-log-entry.ts';
import { decideStep } from './steps.ts';
import { endWaiting } from './tell-deciders.ts';

export type Outcome = 'approved' | 'rejected' | 'withdrawn';
/** The decision on a request, passed to the domain of its type. */
export type Decided = {
  instanceId: string;
  enterpriseId: string;
  subjectId: string;
  applicantId: string;
  concernsId: string | null;
  outcome: Outcome;
  at: Date;
  timeZone: string;
  title: string;
  comment: string | null;
  /** For an appeal: what is granted instead of completing the subject. */
  grant: Grant | null;
  detail: Record<string, unknown>;
};

/** Class hours and credits, decimal. */
export type Grant = { hours: string; credits: string };

/** Effect of a decision in the domain of each type, in the transaction of the decision, whose context is that of the person who decides. */
export type FlowEffects = Record<FlowType, (db: TenantDb, decided: Decided, ctx: Context) => Promise<void>>;

/** Source of the notice that a request was decided. */
export const requestSource = (id: string) => `request:${id}`;

/** Names of the outcome in the history and in the audit log. */
const ACTIONS: Record<Outcome, { flowAction: FlowAction; action: string }> = {
  approved: { flowAction: 'approve', action: 'flow.approved' },
  rejected: { flowAction: 'reject', action: 'flow.rejected' },
  withdrawn: { flowAction: 'withdraw', action: 'flow.withdrawn' },
};

/**
 * Sets the outcome of a pending request at its last step, a rejection or a withdrawal, and runs its effect, in one transaction. The caller locks the request first
 * (`lockInstance`) and checks that it is pending.
 */
export async function finishInstance(
  ctx: Context,
  effects: FlowEffects,
  instance: typeof flowInstance.$inferSelect,
  outcome: Outcome,
  comment: string | undefined,
  grant: Grant | null = null,
): Promise<void> {
  const { db, tenant, viewer, now } = ctx;
  const { enterpriseId, id, flowType, subjectId, applicantId, concernsId, detail, title } = instance;
  const at = now();
  await endWaiting(ctx, instance);
  if (outcome !== 'withdrawn') await decideStep(db, instance, { outcome, decidedBy: viewer.userId, decidedAt: at });
  await db
    .update(flowInstance)
    .set({
      state: outcome,
      gmtModified: at,
      ...(outcome === 'withdrawn' ? {} : { decidedBy: viewer.userId, decidedAt: at }),
    })
    .where(and(eq(flowInstance.enterpriseId, enterpriseId), eq(flowInstance.id, id)));
  await addLogEntry(ctx, id, ACTIONS[outcome].flowAction, comment);
  const { timeZone } = tenant;
  const decided = {
    ...{ instanceId: id, enterpriseId, subjectId, applicantId, concernsId, outcome, at, timeZone, detail },
    ...{ title, comment: comment ?? null, grant },
  };
  await effects[flowType](db, decided, ctx);
  if (outcome !== 'withdrawn')
    await sendNotices(db, enterpriseId, [
      {
        userId: applicantId,
        kind: 'requestDecided',
        detail: { flowType, title, outcome, reason: comment ?? '' },
        path: `/account?change=6&flow=mine&id=${id}`,
        source: requestSource(id),
        at,
      },
    ]);
  await audit(
    db,
    ctx,
    ACTIONS[outcome].action,
    { instanceId: id, flowType, subjectId, applicantId, concernsId },
    {
      about: [id, subjectId, applicantId, concernsId],
    },
  );
}
