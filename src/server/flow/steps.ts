import { and, asc, eq, sql } from 'drizzle-orm';
import type { FlowType } from '#src/contract/rules/flow.ts';
import { approvalStep, flowStep } from './tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

type Key = { enterpriseId: string; id: string };
type NewStep = Pick<typeof flowStep.$inferInsert, 'step' | 'approver' | 'approverId'>;

/**
 * Returns the approval steps for a new request of a type; empty without a chain.
 * @param lecturerId user of the lecturer of the course; null: the administrators decide that step
 */
export async function stepsFor(
  db: TenantDb,
  { enterpriseId, flowType, lecturerId }: { enterpriseId: string; flowType: FlowType; lecturerId: string | null },
): Promise<NewStep[]> {
  const steps = await db
    .select()
    .from(approvalStep)
    .where(and(eq(approvalStep.enterpriseId, enterpriseId), eq(approvalStep.flowType, flowType)))
    .orderBy(asc(approvalStep.step));
  return steps.map(({ approver, userId }, i) => ({
    step: i + 1,
    approver,
    approverId: approver === 'lecturer' ? lecturerId : userId,
  }));
}

export type Step = {
  step: number;
  approver: (typeof flowStep.$inferSelect)['approver'];
  approverId: string | null;
  /** Null: the administrators, also when the named approver cannot decide, e.g. because they are disabled. */
  approverName: string | null;
  outcome: 'approved' | 'rejected' | null;
  decidedBy: string | null;
  decidedByName: string | null;
  decidedAt: Date | null;
};

/** Returns the approval steps of a request in order; empty without a chain. */
export async function readSteps(db: TenantDb, { enterpriseId, id }: Key): Promise<Step[]> {
  const { rows } = await db.execute<Omit<Step, 'decidedAt'> & { decidedAt: string | null }>(sql`
    select s.step, s.approver, s.approver_id as "approverId", a.user_name as "approverName", s.outcome,
           s.decided_by as "decidedBy", d.user_name as "decidedByName", s.decided_at as "decidedAt"
    from flow_step s
    join flow_instance i on i.enterprise_id = s.enterprise_id and i.id = s.instance_id
    left join enterprise_user a on a.enterprise_id = s.enterprise_id and a.user_id = s.approver_id
      and a.status = 'active' and a.user_id <> i.applicant_id and a.user_id is distinct from i.concerns_id
    left join enterprise_user d on d.enterprise_id = s.enterprise_id and d.user_id = s.decided_by
    where s.enterprise_id = ${enterpriseId} and s.instance_id = ${id} order by s.step`);
  return rows.map((row) => ({ ...row, decidedAt: row.decidedAt === null ? null : new Date(row.decidedAt) }));
}

/** Stores the decision of one step; without a chain, there is none to store. */
export async function decideStep(
  db: TenantDb,
  { enterpriseId, id, step }: Key & { step: number },
  decision: { outcome: 'approved' | 'rejected'; decidedBy: string; decidedAt: Date },
): Promise<void> {
  await db
    .update(flowStep)
    .set(decision)
    .where(and(eq(flowStep.enterpriseId, enterpriseId), eq(flowStep.instanceId, id), eq(flowStep.step, step)));
}
