import { and, eq, sql } from 'drizzle-orm';
import { completeResources } from '#src/server/study/complete-resources.ts';
import { liveAttendance, type LiveSession } from './tables.ts';
import { resourceProgress } from '#src/server/study/tables/study.ts';
import type { TenantDb } from '#src/server/core/db/tenant.ts';
import type { Context } from '#src/server/core/context.ts';
import { countSeconds, fromMultirange } from '#src/lib/ranges.ts';
import { requireSession } from './read-session.ts';
import { requiredMinutes, secondOf, statusOf } from './status.ts';

/**
 * Reports that the viewer is present. The minute of the class in which the report arrives counts, by the clock of the
 * server, however often it is reported and from how many tabs. Completes the resource when enough minutes are attended.
 * @throws AppError 403, 404 as `requireSession`
 */
export async function attend(ctx: Context, { id }: { id: string }) {
  const { db, tenant, viewer } = ctx;
  const { session } = await requireSession(ctx, id);
  const now = ctx.now();
  const status = statusOf(session, now);
  if (status === 'waiting' || status === 'live') {
    const minute = Math.floor(secondOf(session, now) / 60);
    const minutes = status === 'live' && minute >= 0 ? `{[${minute},${minute + 1})}` : '{}';
    await db
      .insert(liveAttendance)
      .values({
        enterpriseId: tenant.id,
        sessionId: id,
        userId: viewer.userId,
        minutes,
        joinedAt: now,
        lastBeatAt: now,
      })
      .onConflictDoUpdate({
        target: [liveAttendance.enterpriseId, liveAttendance.sessionId, liveAttendance.userId],
        set: { minutes: sql`${liveAttendance.minutes} + excluded.minutes`, lastBeatAt: sql`excluded.last_beat_at` },
      });
  }
  const presence = await readPresence(db, session, viewer.userId, now);
  if (!presence.completed && session.openedAt && presence.minutes >= presence.requiredMinutes) {
    await completeFor(db, session, { userId: viewer.userId, at: now, timeZone: tenant.timeZone });
    presence.completed = true;
  }
  return { ...presence, status, serverTime: now };
}

/** Completes the resource of a class for a member. Idempotent. */
const completeFor = (
  db: TenantDb,
  { enterpriseId, resourceId, courseId }: LiveSession,
  learner: { userId: string; at: Date; timeZone: string },
) => completeResources(db, { enterpriseId, ...learner }, [{ id: resourceId, courseId }]);

/** Returns the minutes that a member attended, those required, and whether the resource is complete. */
export async function readPresence(db: TenantDb, session: LiveSession, userId: string, now: Date) {
  const { enterpriseId } = session;
  const [row] = await db
    .select({ minutes: liveAttendance.minutes })
    .from(liveAttendance)
    .where(
      and(
        eq(liveAttendance.enterpriseId, enterpriseId),
        eq(liveAttendance.sessionId, session.id),
        eq(liveAttendance.userId, userId),
      ),
    );
  const [progress] = await db
    .select({ completedAt: resourceProgress.completedAt })
    .from(resourceProgress)
    .where(
      and(
        eq(resourceProgress.enterpriseId, enterpriseId),
        eq(resourceProgress.userId, userId),
        eq(resourceProgress.resourceId, session.resourceId),
      ),
    );
  return {
    minutes: countMinutes(row?.minutes ?? '{}'),
    requiredMinutes: requiredMinutes(session, now),
    completed: Boolean(progress?.completedAt),
  };
}

/** Number of minutes in a multirange of PostgreSQL. */
export const countMinutes = (minutes: string) => countSeconds(fromMultirange(minutes));
