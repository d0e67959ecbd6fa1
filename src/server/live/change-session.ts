import { and, eq, sql } from 'drizzle-orm';
import { announceEvent } from '#src/server/core/db/changes.ts';
import { liveSession, type LiveSession } from './tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';

type Key = Pick<LiveSession, 'enterpriseId' | 'id'>;

/**
 * Changes a session and increases its revision, which locks it until the transaction ends: revisions become visible in
 * their order, so that a viewer who has seen one has missed none before it. All processes tell their viewers at COMMIT.
 * @returns the session after the change
 */
export async function changeSession(
  db: TenantDb,
  { enterpriseId, id }: Key,
  change: Partial<LiveSession> = {},
): Promise<LiveSession> {
  const [changed] = await db
    .update(liveSession)
    .set({ ...change, revision: sql`${liveSession.revision} + 1` })
    .where(and(eq(liveSession.enterpriseId, enterpriseId), eq(liveSession.id, id)))
    .returning();
  await announceEvent(db, { enterpriseId, sessionId: id });
  return changed!;
}
