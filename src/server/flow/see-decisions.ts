import { and, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm';
import { flowInstance } from '#src/server/core/db/schema/flow.ts';
import type { Context } from '#src/server/core/context.ts';

/**
 * The viewer has seen what became of these requests of theirs; the dashboard stops telling. Others, and those that still
 * wait, are passed over.
 * @returns how many were news
 */
export async function seeDecisions(ctx: Context, ids: string[]) {
  return { count: await markSeen(ctx, inArray(flowInstance.id, ids)) };
}

/**
 * Of the viewer's own requests, those that are decided are news no more.
 * @returns how many were news
 */
export async function markSeen({ db, tenant, viewer, now }: Context, which: SQL | undefined): Promise<number> {
  const { rowCount } = await db
    .update(flowInstance)
    .set({ seenAt: now() })
    .where(
      and(
        eq(flowInstance.enterpriseId, tenant.id),
        eq(flowInstance.applicantId, viewer.userId),
        isNotNull(flowInstance.decidedAt),
        isNull(flowInstance.seenAt),
        which,
      ),
    );
  return rowCount ?? 0;
}
