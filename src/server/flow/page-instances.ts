import { and, asc, desc, eq, inArray, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import { alias, union } from 'drizzle-orm/pg-core';
import type { OperationInput } from '#src/contract/calls.ts';
import type { FlowType } from '#src/contract/rules/flow.ts';
import { USER_TYPE } from '#src/contract/rules/account.ts';
import { readPage } from '#src/server/core/db/paging.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { flowInstance, flowStep } from './tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { Context } from '#src/server/core/context.ts';
import { canDecide, isForBuyers, isForRoleOf } from './may-decide.ts';

type Input = OperationInput<'POST /user/auth/flow/instance/done'>;
const decider = alias(enterpriseUser, 'decider');
const concerned = alias(enterpriseUser, 'concerned');

/** Selects requests with the names of applicant and decider. */
export function selectInstances(db: TenantDb, where: SQL | undefined) {
  return db
    .select({
      id: flowInstance.id,
      enterpriseId: flowInstance.enterpriseId,
      flowType: flowInstance.flowType,
      subjectId: flowInstance.subjectId,
      title: flowInstance.title,
      state: flowInstance.state,
      approvalStatus: sql<'pending' | 'ongoing' | null>`case when ${flowInstance.state} = 'pending'
        then case when ${flowInstance.step} > 1 then 'ongoing' else 'pending' end end`,
      step: flowInstance.step,
      stepCount: flowInstance.stepCount,
      applicantId: flowInstance.applicantId,
      applicantName: enterpriseUser.userName,
      department: enterpriseUser.department,
      approverId: flowInstance.approverId,
      concernsName: concerned.userName,
      decidedBy: flowInstance.decidedBy,
      decidedByName: decider.userName,
      decidedAt: flowInstance.decidedAt,
      unseen: sql<boolean>`(${flowInstance.decidedAt} is not null and ${flowInstance.seenAt} is null)`,
      detail: flowInstance.detail,
      gmtCreate: flowInstance.gmtCreate,
      totalCount: sql<number>`(count(*) over ())::int`,
    })
    .from(flowInstance)
    .innerJoin(
      enterpriseUser,
      and(
        eq(enterpriseUser.enterpriseId, flowInstance.enterpriseId),
        eq(enterpriseUser.userId, flowInstance.applicantId),
      ),
    )
    .leftJoin(
      decider,
      and(eq(decider.enterpriseId, flowInstance.enterpriseId), eq(decider.userId, flowInstance.decidedBy)),
    )
    .leftJoin(
      concerned,
      and(eq(concerned.enterpriseId, flowInstance.enterpriseId), eq(concerned.userId, flowInstance.concernsId)),
    )
    .where(where);
}

async function pageOf({ db, tenant }: Context, input: Input, which: SQL | undefined, order: SQL[]) {
  const where = and(
    eq(flowInstance.enterpriseId, tenant.id),
    which,
    input.flowType ? eq(flowInstance.flowType, input.flowType) : undefined,
    input.state ? eq(flowInstance.state, input.state) : undefined,
    input.keyword
      ? sql`strpos(lower(concat_ws(' ', ${flowInstance.title}, ${enterpriseUser.userName}, ${concerned.userName}, ${flowInstance.detail} ->> 'orderNo')), lower(${input.keyword})) > 0`
      : undefined,
  );
  return readPage(input, ({ limit, offset }) =>
    selectInstances(db, where)
      .orderBy(...order, asc(flowInstance.id))
      .limit(limit)
      .offset(offset),
  );
}

/** Lists the requests whose current step the user can decide, oldest first. */
export async function pageUndo(ctx: Context, input: Input) {
  const { userId, isAdmin, userType } = ctx.viewer;
  const isForRole = isForRoleOf(ctx.viewer);
  const ofMine = or(eq(flowInstance.approverId, userId), isForRole ?? undefined);
  const mine = and(
    eq(flowInstance.state, 'pending'),
    ne(flowInstance.applicantId, userId),
    isAdmin ? undefined : userType === USER_TYPE.organisation ? or(ofMine, isForBuyers) : ofMine,
    // Only requests with steps or a concerned person need the slower check.
    or(and(eq(flowInstance.stepCount, 0), isNull(flowInstance.concernsId)), canDecide(ctx.viewer)),
  );
  return pageOf(ctx, input, mine, [asc(flowInstance.gmtCreate)]);
}

/** Lists the requests that the user has decided, wholly or a step of them, pending ones first, then latest first. */
export async function pageDone(ctx: Context, input: Input) {
  const { db, tenant, viewer } = ctx;
  const whole = db
    .select({ id: flowInstance.id })
    .from(flowInstance)
    .where(and(eq(flowInstance.enterpriseId, tenant.id), eq(flowInstance.decidedBy, viewer.userId)));
  const steps = db
    .select({ id: flowStep.instanceId })
    .from(flowStep)
    .where(and(eq(flowStep.enterpriseId, tenant.id), eq(flowStep.decidedBy, viewer.userId)));
  return pageOf(ctx, input, inArray(flowInstance.id, union(whole, steps)), [desc(flowInstance.decidedAt)]);
}

/** Lists the user's own requests, latest first. */
export async function pageMyInstances(ctx: Context, input: Input) {
  return pageOf(ctx, input, eq(flowInstance.applicantId, ctx.viewer.userId), [desc(flowInstance.gmtCreate)]);
}

/** Lists the requests of one type that wait for the viewer's decision, in the shape of `WaitingPage`. */
export async function pageWaitingRequests(
  ctx: Context,
  input: { pageCurrent: number; pageSize: number },
  flowType: FlowType,
) {
  const found = await pageUndo(ctx, { ...input, flowType });
  return {
    ...found,
    list: found.list.map(({ id, title, detail, applicantName, gmtCreate }) => ({
      ...{ id, title, personName: applicantName, at: gmtCreate },
      detail: typeof detail.note === 'string' ? detail.note : null,
      path: `/account?change=6&flow=todo&id=${id}`,
    })),
  };
}
