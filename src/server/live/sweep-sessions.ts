import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { liveSession } from './tables.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { changeSession } from './change-session.ts';
import { endSession } from './save-status.ts';
import { settleSession } from './settle-session.ts';
import { OVERRUN_MS } from './status.ts';

/** A class whose lecturer has gone without ending it: no segment for so long, after the planned end. */
const ABANDONED_MS = 30 * 60_000;

/**
 * Ends classes that nobody ended, cancels those that did not take place, and evaluates ended ones whose job was lost, e.g.
 * because the process was killed.
 */
export async function sweepSessions(enterpriseId: string, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const unsettled = await withTenant(enterpriseId, async (db) => {
    const overdue = await db
      .select()
      .from(liveSession)
      .where(
        and(
          eq(liveSession.enterpriseId, enterpriseId),
          or(
            and(eq(liveSession.status, 'planned'), lt(liveSession.endAt, before(OVERRUN_MS))),
            and(
              eq(liveSession.status, 'live'),
              lt(liveSession.endAt, before(ABANDONED_MS)),
              or(isNull(liveSession.lastSegmentAt), lt(liveSession.lastSegmentAt, before(ABANDONED_MS))),
            ),
          ),
        ),
      )
      .orderBy(liveSession.id);
    for (const { id, status } of overdue) {
      const locked = await changeSession(db, { enterpriseId, id });
      if (locked.status !== status) continue;
      if (status === 'live') await endSession(db, locked, locked.lastSegmentAt ?? locked.endAt);
      else await changeSession(db, locked, { status: 'cancelled' });
    }
    return db
      .select({ sessionId: liveSession.id })
      .from(liveSession)
      .where(
        and(
          eq(liveSession.enterpriseId, enterpriseId),
          eq(liveSession.status, 'ended'),
          isNull(liveSession.settledAt),
          lt(liveSession.endedAt, before(ABANDONED_MS)),
        ),
      );
  });
  for (const { sessionId } of unsettled) await settleSession({ enterpriseId, sessionId }, now);
}
