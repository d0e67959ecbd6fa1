import { and, asc, desc, eq, ne, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { OperationInput } from '#src/contract/calls.ts';
import { readPage } from '#src/server/core/db/paging.ts';
import { enterpriseUser } from '#src/server/core/db/schema/account.ts';
import { flowInstance } from '#src/server/core/db/schema/flow.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { Context } from '#src/server/core/context.ts';

type Input = OperationInput<'POST /user/auth/flow/instance/done'>;
const decider = alias(enterpriseUser, 'decider');

/** Requests with the names of those who have to do with them. */
export function selectInstances(db: TenantDb, where: SQL | undefined) {
  return db
    .select({
      id: flowInstance.id,
      enterpriseId: flowInstance.enterpriseId,
      flowType: flowInstance.flowType,
      subjectId: flowInstance.subjectId,
      title: flowInstance.title,
      state: flowInstance.state,
      applicantId: flowInstance.applicantId,
      applicantName: enterpriseUser.userName,
      department: enterpriseUser.department,
      approverId: flowInstance.approverId,
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
    .where(where);
}

async function pageOf({ db, tenant }: Context, input: Input, which: SQL | undefined, order: SQL[]) {
  const where = and(
    eq(flowInstance.enterpriseId, tenant.id),
    which,
    input.flowType ? eq(flowInstance.flowType, input.flowType) : undefined,
    input.state ? eq(flowInstance.state, input.state) : undefined,
    input.keyword
      ? sql`strpos(lower(concat_ws(' ', ${flowInstance.title}, ${enterpriseUser.userName}, ${flowInstance.detail} ->> 'orderNo')), lower(${input.keyword})) > 0`
      : undefined,
  );
  return readPage(input, ({ limit, offset }) =>
    selectInstances(db, where)
      .orderBy(...order, asc(flowInstance.id))
      .limit(limit)
      .offset(offset),
  );
}

/** My to-do list: what waits for the viewer's decision, longest waiting first. */
export async function pageUndo(ctx: Context, input: Input) {
  const { userId, isAdmin } = ctx.viewer;
  const mine = and(
    eq(flowInstance.state, 'pending'),
    ne(flowInstance.applicantId, userId),
    isAdmin ? undefined : eq(flowInstance.approverId, userId),
  );
  return pageOf(ctx, input, mine, [asc(flowInstance.gmtCreate)]);
}

/** What the viewer decided, latest first. */
export async function pageDone(ctx: Context, input: Input) {
  return pageOf(ctx, input, eq(flowInstance.decidedBy, ctx.viewer.userId), [desc(flowInstance.decidedAt)]);
}

/** What the viewer applied for, latest first. */
export async function pageMyInstances(ctx: Context, input: Input) {
  return pageOf(ctx, input, eq(flowInstance.applicantId, ctx.viewer.userId), [desc(flowInstance.gmtCreate)]);
}
