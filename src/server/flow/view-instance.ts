import { and, asc, eq, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import { enterpriseUser } from '#src/server/core/db/schema/account.ts';
import { flowInstance, flowLog } from '#src/server/core/db/schema/flow.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { hasDecider, isDecider, mayDecide } from './may-decide.ts';
import { selectInstances } from './page-instances.ts';

/**
 * One request, for its applicant, those who may decide it, and who did.
 * @throws AppError 404 for anybody else: that it exists is not told
 */
export async function viewInstance(ctx: Context, { id }: { id: string }) {
  const { db, tenant, viewer } = ctx;
  const [found] = await selectInstances(db, and(eq(flowInstance.enterpriseId, tenant.id), eq(flowInstance.id, id)));
  const own = found?.applicantId === viewer.userId;
  if (!found || !(own || isDecider(viewer, found) || found.decidedBy === viewer.userId)) throw notFound();
  const pending = found.state === 'pending';
  return {
    ...found,
    canDecide: pending && mayDecide(viewer, found),
    canWithdraw: pending && own,
    noApprover: pending && !(await hasDecider(db, found)),
  };
}

/** Who did what with a request, oldest first. @throws AppError 404 as for the request itself */
export async function listLog(ctx: Context, input: OperationInput<'POST /user/auth/flow/instance/log/list'>) {
  const { db, tenant } = ctx;
  await viewInstance(ctx, input);
  const { limit, offset } = slice(input);
  const where = and(eq(flowLog.enterpriseId, tenant.id), eq(flowLog.instanceId, input.id));
  const rows = await db
    .select({
      id: flowLog.id,
      action: flowLog.action,
      comment: flowLog.comment,
      gmtCreate: flowLog.gmtCreate,
      userName: sql<string>`coalesce(${enterpriseUser.userName}, '')`,
    })
    .from(flowLog)
    .leftJoin(
      enterpriseUser,
      and(eq(enterpriseUser.enterpriseId, flowLog.enterpriseId), eq(enterpriseUser.userId, flowLog.userId)),
    )
    .where(where)
    .orderBy(asc(flowLog.id))
    .limit(limit)
    .offset(offset);
  return paging(input, await db.$count(flowLog, where), rows);
}
