import { and, asc, eq, sql } from 'drizzle-orm';
import { type Approver, type FlowType, ROLE_APPROVERS } from '#src/contract/rules/flow.ts';
import { roleHolders } from './may-decide.ts';
import { approvalStep, flowStep } from './tables.ts';
import type { Viewer } from '#src/server/core/context.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

type Key = { enterpriseId: string; id: string };
type NewStep = Pick<typeof flowStep.$inferInsert, 'step' | 'approver' | 'approverId'>;

type Asking = {
  enterpriseId: string;
  flowType: FlowType;
  /** User of the lecturer of the course; null: the administrators decide that step. */
  lecturerId: string | null;
  applicantId: string;
  concernsId: string | null;
};

/**
 * Returns the approval steps for a new request of a type; empty without a chain. Who is head of a department is what it is now; a request that
 * is already made keeps its approvers.
 */
export async function stepsFor(db: TenantDb, asking: Asking): Promise<NewStep[]> {
  const { enterpriseId, flowType, lecturerId } = asking;
  const steps = await db
    .select()
    .from(approvalStep)
    .where(and(eq(approvalStep.enterpriseId, enterpriseId), eq(approvalStep.flowType, flowType)))
    .orderBy(asc(approvalStep.step));
  const needsHeads = steps.some(({ approver }) => approver === 'head' || approver === 'headAbove');
  const [head = null, headAbove = null] = needsHeads ? await headsOf(db, asking) : [];
  const approverIds: Partial<Record<Approver, string | null>> = { lecturer: lecturerId, head, headAbove };
  return steps.map(({ approver, userId }, i) => ({
    step: i + 1,
    approver,
    approverId: approver === 'member' ? userId : (approverIds[approver] ?? null),
  }));
}

/**
 * The heads of the department of the applicant and of those above it, the nearest first. Somebody cannot decide their own request, or one
 * that concerns them: the head of a department asks the next one above.
 */
async function headsOf(db: TenantDb, { enterpriseId, applicantId, concernsId }: Asking): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select h.user_id as id, max(length(d.path)) as depth
    from enterprise_user u
    join department o on o.enterprise_id = u.enterprise_id and o.id = u.department_id
    join department d on d.enterprise_id = o.enterprise_id and (d.id = o.id or starts_with(o.path, d.path || '/'))
      and d.closed_at is null
    join enterprise_user h on h.enterprise_id = d.enterprise_id and h.user_id = d.head_id and h.status = 'active'
    where u.enterprise_id = ${enterpriseId} and u.user_id = ${applicantId}
      and h.user_id <> u.user_id and h.user_id is distinct from ${concernsId}::uuid
    group by h.user_id order by depth desc limit 2`);
  return rows.map(({ id }) => id);
}

export type Step = {
  step: number;
  approver: (typeof flowStep.$inferSelect)['approver'];
  approverId: string | null;
  /** Null: the administrators, also when the named approver cannot decide, e.g. because they are disabled. */
  approverName: string | null;
  /** Nobody but the applicant and the person concerned has the role that decides it: the administrators do. */
  isVacant: boolean;
  /** The viewer has the role that decides it. */
  hasRole: boolean;
  outcome: 'approved' | 'rejected' | null;
  decidedBy: string | null;
  decidedByName: string | null;
  decidedAt: Date | null;
};

/** Returns the approval steps of a request in order; empty without a chain. */
export async function readSteps(db: TenantDb, viewer: Viewer, { enterpriseId, id }: Key): Promise<Step[]> {
  const { rows } = await db.execute<Omit<Step, 'decidedAt'> & { decidedAt: string | null }>(sql`
    select s.step, s.approver, s.approver_id as "approverId", a.user_name as "approverName", s.outcome,
           s.approver = any (${sql.param(ROLE_APPROVERS)}::text[]) and not exists (
             select from enterprise_user h
             where h.enterprise_id = s.enterprise_id and h.status = 'active' and h.user_id in ${sql.raw(roleHolders('s', 'i'))}
               and h.user_id <> i.applicant_id and h.user_id is distinct from i.concerns_id) as "isVacant",
           ${viewer.userId}::uuid in ${sql.raw(roleHolders('s', 'i'))} as "hasRole",
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
