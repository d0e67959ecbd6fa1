import { and, eq, isNull } from 'drizzle-orm';
import { courseResource } from '#src/server/core/db/schema/course.ts';
import { liveAttendance, liveSession } from '#src/server/core/db/schema/live.ts';
import { withTenant } from '#src/server/core/db/tenant.ts';
import { readEnterprise } from '#src/server/core/read-enterprise.ts';
import { completeFor, countMinutes } from './attend.ts';
import { changeSession } from './change-session.ts';
import { keepRecording } from './keep-recording.ts';
import { requiredMinutes } from './status.ts';
import { readStream, streamSeconds } from './write-playlist.ts';

/**
 * Evaluates a class that has ended: completes it for everybody who attended enough of its actual duration, and offers the
 * recording. Idempotent; after an interruption it begins again.
 */
export async function settleSession(key: { enterpriseId: string; sessionId: string }, now: Date): Promise<void> {
  const { enterpriseId, sessionId } = key;
  const here = and(eq(liveSession.enterpriseId, enterpriseId), eq(liveSession.id, sessionId));
  const found = await withTenant(enterpriseId, async (db) => {
    const [session] = await db
      .select()
      .from(liveSession)
      .where(and(here, eq(liveSession.status, 'ended')));
    if (!session) return null;
    const attended = await db
      .select({ userId: liveAttendance.userId, minutes: liveAttendance.minutes })
      .from(liveAttendance)
      .where(and(eq(liveAttendance.enterpriseId, enterpriseId), eq(liveAttendance.sessionId, sessionId)));
    return { session, attended, timeZone: (await readEnterprise(db, enterpriseId)).timeZone };
  });
  if (!found) return;
  const { session, attended, timeZone } = found;
  const required = requiredMinutes(session, now);
  const at = session.endedAt ?? now;
  for (const { userId, minutes } of attended) {
    if (countMinutes(minutes) < required) continue;
    await withTenant(enterpriseId, (db) => completeFor(db, session, { userId, at, timeZone }));
  }
  await keepRecording(session, now);
  await withTenant(enterpriseId, async (db) => {
    const seconds = streamSeconds(await readStream(db, session, 'class'));
    if (seconds > 0 && session.recordingCounts)
      await db
        .update(courseResource)
        .set({ totalDuration: seconds, resourceType: 2 })
        .where(and(eq(courseResource.enterpriseId, enterpriseId), eq(courseResource.id, session.resourceId)));
    await db
      .update(liveSession)
      .set({ settledAt: now })
      .where(and(here, isNull(liveSession.settledAt)));
    await changeSession(db, session);
  });
}
