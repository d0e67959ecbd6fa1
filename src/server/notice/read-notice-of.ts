import { and, eq, inArray, isNull } from 'drizzle-orm';
import { notice } from '#src/server/core/db/schema/notice.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

type Of = { enterpriseId: string; userId: string; sources: string[]; at: Date };

/** Marks the notices of facts as read, because their member has seen the facts themselves. */
export async function readNoticeOf(db: TenantDb, { enterpriseId, userId, sources, at }: Of): Promise<void> {
  await db
    .update(notice)
    .set({ readAt: at })
    .where(
      and(
        eq(notice.enterpriseId, enterpriseId),
        eq(notice.userId, userId),
        inArray(notice.source, sources),
        isNull(notice.readAt),
      ),
    );
}
