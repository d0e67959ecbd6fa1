import { and, eq, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm';
import { flowInstance } from './tables.ts';
import type { Context } from '#src/server/core/context.ts';
import { readNoticeOf } from '#src/server/notice/read-notice-of.ts';
import { requestSource } from './finish-instance.ts';

/**
 * Marks the decisions on the user's requests as seen, so that the dashboard no longer shows them. Requests of other
 * users and pending ones are ignored.
 * @returns the number of decisions that were unseen
 */
export async function markDecisionsSeen(ctx: Context, ids: string[]) {
  return { count: await markSeen(ctx, inArray(flowInstance.id, ids)) };
}

/**
 * Marks decided requests of the user as seen, and the notices of their decisions as read.
 * @returns the number of decisions that were unseen
 */
export async function markSeen({ db, tenant, viewer, now }: Context, which: SQL | undefined): Promise<number> {
  const at = now();
  const seen = await db
    .update(flowInstance)
    .set({ seenAt: at })
    .where(
      and(
        eq(flowInstance.enterpriseId, tenant.id),
        eq(flowInstance.applicantId, viewer.userId),
        isNotNull(flowInstance.decidedAt),
        isNull(flowInstance.seenAt),
        which,
      ),
    )
    .returning({ id: flowInstance.id });
  const sources = seen.map(({ id }) => requestSource(id));
  await readNoticeOf(db, { enterpriseId: tenant.id, userId: viewer.userId, sources, at });
  return seen.length;
}
