import { and, desc, eq } from 'drizzle-orm';
import { hasOtherAdministrator } from '#src/server/account/person/member-status.ts';
import { AppError } from '#src/server/core/app-error.ts';
import type { Context } from '#src/server/core/context.ts';
import { giveBack, takeTry } from '#src/server/core/rate-limit.ts';
import { requestExport } from '#src/server/export/request-export.ts';
import { startFlow } from '#src/server/flow/start-flow.ts';
import { flowInstance } from '#src/server/flow/tables.ts';

/** One copy a day: it reads every table. */
const COPIES = { limit: 1, seconds: 86_400 };

/** Returns the latest request of the viewer for the erasure of their own data; null: none. */
export async function viewOwnErasure({ db, tenant, viewer }: Context) {
  const { id, state, gmtCreate } = flowInstance;
  const [request] = await db
    .select({ id, state, gmtCreate })
    .from(flowInstance)
    .where(
      and(
        eq(flowInstance.enterpriseId, tenant.id),
        eq(flowInstance.flowType, 'memberErasure'),
        eq(flowInstance.subjectId, viewer.userId),
        eq(flowInstance.applicantId, viewer.userId),
      ),
    )
    .orderBy(desc(gmtCreate), desc(id))
    .limit(1);
  return { request: request ?? null };
}

/**
 * Requests a copy of everything that the portal stores about the viewer, as a file of their download centre.
 * @throws AppError 429 within a day of the last one, and as `requestExport`
 */
export async function copyOwnData(ctx: Context) {
  const key = `own-data ${ctx.tenant.id} ${ctx.viewer.userId}`;
  try {
    await takeTry(key, COPIES);
  } catch (error) {
    throw error instanceof AppError && error.code === 429 ? new AppError(429, 'ownDataToday') : error;
  }
  try {
    return await requestExport(ctx, 'ownData', { format: 'zip' });
  } catch (error) {
    await giveBack(key);
    throw error;
  }
}

/**
 * Requests the erasure of the viewer's own personal data; an administrator decides it, and the viewer can withdraw it until then.
 * @throws AppError 409 for the last administrator, one that is requested already, and when nobody could decide it
 */
export async function requestOwnErasure(ctx: Context, { reason }: { reason: string }) {
  const { db, tenant, viewer } = ctx;
  const { userId, userName } = viewer;
  if (viewer.isAdmin && !(await hasOtherAdministrator(db, { enterpriseId: tenant.id, userId })))
    throw new AppError(409, 'ownLastAdministrator');
  const instanceId = await startFlow(ctx, {
    ...{ flowType: 'memberErasure', subjectId: userId, title: userName },
    ...{ detail: { note: reason }, needsDecider: true },
  });
  if (!instanceId) throw new AppError(409, 'ownErasurePending');
  return { instanceId };
}
