import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import { flowInstance } from '#src/server/db/schema/flow.ts';
import type { Context } from '#src/server/http/context.ts';

/**
 * The viewer has seen what became of these requests of theirs; the dashboard stops telling. Others, and those that still
 * wait, are passed over.
 * @returns how many were news
 */
export async function seeDecisions({ db, tenant, viewer, now }: Context, ids: string[]) {
  const { rowCount } = await db
    .update(flowInstance)
    .set({ seenAt: now() })
    .where(
      and(
        eq(flowInstance.enterpriseId, tenant.id),
        eq(flowInstance.applicantId, viewer.userId),
        inArray(flowInstance.id, ids),
        isNotNull(flowInstance.decidedAt),
        isNull(flowInstance.seenAt),
      ),
    );
  return { count: rowCount ?? 0 };
}
