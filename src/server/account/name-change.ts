import { and, eq, ne, or } from 'drizzle-orm';
import { enterpriseUser } from '#src/server/core/db/schema/account.ts';
import { flowInstance } from '#src/server/core/db/schema/flow.ts';
import { isSameName } from '#src/server/core/db/same-name.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { startFlow } from '#src/server/flow/start-flow.ts';
import type { Context } from '#src/server/core/context.ts';
import { AppError } from '#src/server/core/app-error.ts';

/**
 * Asks for another real name. The enterprise keeps real names: certificates, approvals and marking lists show them, so an
 * administrator decides (docs/decisions/033).
 * @throws AppError 409 at `userName` while another name waits for its decision
 */
export async function requestNameChange(ctx: Context, { from, to }: { from: string; to: string }): Promise<void> {
  const { userId } = ctx.viewer;
  const title = `${from} → ${to}`;
  const started = await startFlow(ctx, { flowType: 'nameChange', subjectId: userId, title, detail: { newName: to } });
  if (started || (await pendingName(ctx)) === to) return;
  throw new AppError(409, 'namePending', { fields: [{ field: 'userName', key: 'namePending' }] });
}

async function pendingName({ db, tenant, viewer }: Context): Promise<unknown> {
  const [pending] = await db
    .select({ detail: flowInstance.detail })
    .from(flowInstance)
    .where(
      and(
        eq(flowInstance.enterpriseId, tenant.id),
        eq(flowInstance.flowType, 'nameChange'),
        eq(flowInstance.applicantId, viewer.userId),
        eq(flowInstance.state, 'pending'),
      ),
    );
  return pending?.detail['newName'];
}

type Settled = {
  enterpriseId: string;
  applicantId: string;
  outcome: 'approved' | 'rejected' | 'withdrawn';
  at: Date;
  detail: Record<string, unknown>;
};

/** Gives somebody the real name that was approved, in the transaction of the decision. */
export async function decideNameChange(db: TenantDb, settled: Settled): Promise<void> {
  const { enterpriseId, applicantId, outcome, at, detail } = settled;
  if (outcome !== 'approved') return;
  await db
    .update(enterpriseUser)
    .set({ userName: String(detail['newName']), gmtModified: at })
    .where(and(eq(enterpriseUser.enterpriseId, enterpriseId), eq(enterpriseUser.userId, applicantId)));
}

/**
 * Refuses a nickname that is the real name of somebody else with a role: comments would seem to be theirs.
 * @throws AppError 409 at `nickname`
 */
export async function refuseStaffName({ db, tenant, viewer }: Context, nickname: string): Promise<void> {
  const found = await db
    .select({ userId: enterpriseUser.userId })
    .from(enterpriseUser)
    .where(
      and(
        eq(enterpriseUser.enterpriseId, tenant.id),
        ne(enterpriseUser.userId, viewer.userId),
        or(eq(enterpriseUser.isAdmin, true), ne(enterpriseUser.userType, 1)),
        isSameName(enterpriseUser.userName, nickname),
      ),
    )
    .limit(1);
  if (found.length > 0)
    throw new AppError(409, 'field.nicknameTaken', { fields: [{ field: 'nickname', key: 'field.nicknameTaken' }] });
}
