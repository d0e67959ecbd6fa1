import { and, asc, eq, gt, lte } from 'drizzle-orm';
import { trainingSeat, trainingSession } from './tables.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import { sendSessionNotices } from './session-notices.ts';

/** How long before the start members are reminded, minutes; and until when a reminder that is late is still sent. */
const REMINDERS = [
  { name: 'day', before: 24 * 60, until: 20 * 60 },
  { name: 'hour', before: 60, until: 0 },
] as const;
const MINUTE = 60_000;

/**
 * Reminds members of their sessions a day and an hour before the start. Can run at any time, repeatedly and in several
 * processes: a member is reminded once of each, and again only if the session was moved.
 */
export async function sendReminders(db: TenantDb, tenant: { id: string; timeZone: string }, now: Date): Promise<void> {
  for (const { name, before, until } of REMINDERS) {
    const rows = await db
      .select({ id: trainingSession.id, startAt: trainingSession.startAt, userId: trainingSeat.userId })
      .from(trainingSession)
      .innerJoin(
        trainingSeat,
        and(
          eq(trainingSeat.enterpriseId, trainingSession.enterpriseId),
          eq(trainingSeat.sessionId, trainingSession.id),
          eq(trainingSeat.status, 'booked'),
        ),
      )
      .where(
        and(
          eq(trainingSession.enterpriseId, tenant.id),
          eq(trainingSession.status, 'planned'),
          gt(trainingSession.startAt, new Date(now.getTime() + until * MINUTE)),
          lte(trainingSession.startAt, new Date(now.getTime() + before * MINUTE)),
        ),
      )
      .orderBy(asc(trainingSession.id));
    for (const [id, seats] of Map.groupBy(rows, (row) => row.id)) {
      const source = `training-${name}:${id}:${+seats[0]!.startAt}`;
      const to = seats.map(({ userId }) => ({ userId, source }));
      await sendSessionNotices({ db, tenant, now: () => now }, id, 'trainingReminder', to);
    }
  }
}
