import { and, asc, eq, sql } from 'drizzle-orm';
import type { OperationInput } from '#src/contract/calls.ts';
import { paging, slice } from '#src/server/core/db/paging.ts';
import { enterpriseUser } from '#src/server/account/tables/account.ts';
import { flowInstance, flowLog } from './tables.ts';
import type { Context, Viewer } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { type Deciding, isApprover, readDeciding } from './may-decide.ts';
import { selectInstances } from './page-instances.ts';
import { readSteps, type Step } from './steps.ts';

type Seen = Deciding & { applicantId: string; decidedBy: string | null; step: number };

/** Whether the user may see a request: applicant, administrators, and approvers whose turn it is or was. */
export const maySee = (viewer: Viewer, request: Seen, steps: Step[]): boolean =>
  [request.applicantId, request.decidedBy].includes(viewer.userId) ||
  isApprover(viewer, request) ||
  steps.some(
    ({ step, approverId, decidedBy, hasRole }) =>
      decidedBy === viewer.userId || (step <= request.step && (approverId === viewer.userId || hasRole)),
  );

/**
 * Returns one request with its steps, for its applicant, those who can decide it, and those who did.
 * @throws AppError 404 for everybody else, to whom the existence of the request is not revealed
 */
export async function viewInstance(ctx: Context, { id }: { id: string }) {
  const { db, tenant, viewer } = ctx;
  const [found] = await selectInstances(db, and(eq(flowInstance.enterpriseId, tenant.id), eq(flowInstance.id, id)));
  const steps = found ? await readSteps(db, viewer, found) : [];
  if (!found || !maySee(viewer, found, steps)) throw notFound();
  const pending = found.state === 'pending';
  const deciding = await readDeciding(db, viewer, found);
  return {
    ...found,
    steps: steps.map((step) => ({ ...step, isCurrent: pending && step.step === found.step })),
    canDecide: pending && deciding.viewer,
    canWithdraw: pending && found.applicantId === viewer.userId,
    noApprover: pending && !deciding.anybody,
  };
}

/** Lists the history of a request, oldest first. @throws AppError 404 as `viewInstance` */
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
