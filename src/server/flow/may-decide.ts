import { and, eq, sql, type SQL } from 'drizzle-orm';
import { USER_TYPE } from '#src/contract/rules/account.ts';
import { flowInstance } from './tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { Viewer } from '#src/server/core/context.ts';

type Instance = typeof flowInstance.$inferSelect;
export type Deciding = Pick<Instance, 'approverId' | 'flowType' | 'stepCount'>;

/** SQL condition in a query on `flow_instance`: the organisation accounts, who order courses, decide it besides the administrators. */
export const isForBuyers = sql.raw(`(flow_instance.flow_type = 'purchase' and flow_instance.step_count = 0)`);

/**
 * SQL, inside a query on a step and its request: the members who have the role that decides the step, in the enterprise or for the department
 * of the applicant. It is asked when somebody decides: who gets the role gets the request, who loses it loses it.
 */
export const roleHolders = (step: string, request: string): string => `(
  select g.user_id from role_grant g
  join enterprise_user a on a.enterprise_id = ${request}.enterprise_id and a.user_id = ${request}.applicant_id
  left join department d on d.enterprise_id = g.enterprise_id and d.id = g.department_id
  where g.enterprise_id = ${step}.enterprise_id and g.bundle = ${step}.approver
    and (g.department_id is null or a.department = d.path or starts_with(a.department, d.path || '/')))`;

/**
 * SQL condition on a member `u`, inside a query on `flow_instance`: they have the role that decides the current step. The members with the role
 * do not depend on `u`, so that they are read once for all.
 */
const HAS_ROLE = `u.user_id in (
  select h.user_id from flow_step s cross join lateral ${roleHolders('s', 'flow_instance')} h
  where s.enterprise_id = flow_instance.enterprise_id and s.instance_id = flow_instance.id and s.step = flow_instance.step)`;

/**
 * SQL, inside a query on `flow_instance`: the members who can decide the current step (docs/decisions/019 and 037). Never
 * the applicant or the person whom the request concerns. Without steps: the administrators and the approver, for seats that
 * learners ask for the organisation accounts, too. With steps, the
 * first of these groups that is not empty: the named approver, or those who have the role; the administrators; in each case without those who decided
 * an earlier step; otherwise those who did.
 */
const DECIDERS = sql.raw(`(
  select u.user_id from enterprise_user u
  where u.enterprise_id = flow_instance.enterprise_id and u.status = 'active'
    and (u.is_admin or u.user_id = flow_instance.approver_id
         or flow_instance.flow_type = 'purchase' and flow_instance.step_count = 0 and u.user_type = ${USER_TYPE.organisation}
         or ${HAS_ROLE})
    and u.user_id <> flow_instance.applicant_id and u.user_id is distinct from flow_instance.concerns_id
  order by case when flow_instance.step_count = 0 then 0
                when exists (select from flow_step s
                             where s.enterprise_id = flow_instance.enterprise_id and s.instance_id = flow_instance.id
                               and s.decided_by = u.user_id) then 3
                when u.user_id = flow_instance.approver_id or ${HAS_ROLE} then 1
                else 2 end
  fetch first row with ties)`);

/** SQL condition in a query on `flow_instance`: the current step is decided by a role that the user has somewhere; null: they have none. */
export function isForRoleOf({ grants }: Pick<Viewer, 'grants'>): SQL | null {
  const roles = grants.map(({ bundle }) => bundle).filter((bundle) => bundle !== 'head');
  if (roles.length === 0) return null;
  return sql`exists (
    select from flow_step s
    where s.enterprise_id = flow_instance.enterprise_id and s.instance_id = flow_instance.id and s.step = flow_instance.step
      and s.approver = any (${sql.param(roles)}::text[]))`;
}

/** Nobody decides while their rights rest, because the enterprise wants a second factor (decision 119). */
const isDecider = ({ userId, factorDuty }: Viewer): SQL<boolean> =>
  factorDuty === 'roles' ? sql`false` : sql`${userId}::uuid in ${DECIDERS}`;

/** SQL condition in a query on `flow_instance`: the user can decide the current step of a pending request. */
export const canDecide = (viewer: Viewer) => and(eq(flowInstance.state, 'pending'), isDecider(viewer));

/**
 * Returns whether the user can decide the current step of a request, and whether anybody can.
 * @param instance locked by the caller if a decision follows
 */
export async function readDeciding(
  db: TenantDb,
  viewer: Viewer,
  { enterpriseId, id }: Pick<Instance, 'enterpriseId' | 'id'>,
): Promise<{ viewer: boolean; anybody: boolean }> {
  const [found] = await db
    .select({ viewer: isDecider(viewer), anybody: sql<boolean>`exists ${DECIDERS}` })
    .from(flowInstance)
    .where(and(eq(flowInstance.enterpriseId, enterpriseId), eq(flowInstance.id, id)));
  return found!;
}

/**
 * Returns who is told that the current step of a request waits: all who can decide it, without steps only the named approver.
 */
export async function readDeciders(
  db: TenantDb,
  { enterpriseId, id }: Pick<Instance, 'enterpriseId' | 'id'>,
): Promise<{ userId: string; applicantName: string }[]> {
  const { rows } = await db.execute<{ userId: string; applicantName: string }>(sql`
    select d.user_id as "userId", a.user_name as "applicantName"
    from flow_instance
    join enterprise_user a on a.enterprise_id = flow_instance.enterprise_id and a.user_id = flow_instance.applicant_id
    cross join lateral ${DECIDERS} d
    where flow_instance.enterprise_id = ${enterpriseId} and flow_instance.id = ${id}
      and (flow_instance.step_count > 0 or d.user_id = flow_instance.approver_id)
    order by d.user_id`);
  return rows;
}

/** Whether the user is administrator or approver of the current step; it may still be their own request. */
export const isApprover = (viewer: Viewer, { approverId, flowType, stepCount }: Deciding): boolean =>
  viewer.isAdmin ||
  viewer.userId === approverId ||
  (flowType === 'purchase' && stepCount === 0 && viewer.userType === USER_TYPE.organisation);
