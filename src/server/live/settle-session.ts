import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import { setRecorded } from '#src/server/course/session-resource.ts';
import { liveAttendance, liveSession, type LiveSession } from './tables.ts';
import { resourceProgress } from '#src/server/study/tables/study.ts';
import { withTenant, type TenantDb } from '#src/server/core/db/tenant.ts';
import { readEnterprise } from '#src/server/core/read-enterprise.ts';
import { completeResourcesOf, type Learners } from '#src/server/study/complete-resources.ts';
import { countMinutes } from './attend.ts';
import { finishBroadcasts } from './broadcast/convert-broadcasts.ts';
import { changeSession } from './change-session.ts';
import { keepRecording } from './keep-recording.ts';
import { requiredMinutes } from './status.ts';
import { tellLearners } from './tell-learners.ts';
import { readStream, streamSeconds } from './write-playlist.ts';

/** Members per transaction. */
const BATCH = 200;
/** Before all ids. */
const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * Evaluates a class that has ended: completes it for everybody who attended enough of its actual duration, and offers the
 * recording. Idempotent; after an interruption it begins again, and those who have completed it are not touched again.
 */
export async function settleSession(key: { enterpriseId: string; sessionId: string }, now: Date): Promise<void> {
  const { enterpriseId, sessionId } = key;
  const here = and(eq(liveSession.enterpriseId, enterpriseId), eq(liveSession.id, sessionId));
  const found = await withTenant(enterpriseId, async (db) => {
    const [session] = await db
      .select()
      .from(liveSession)
      .where(and(here, eq(liveSession.status, 'ended')));
    return session ? { session, timeZone: (await readEnterprise(db, enterpriseId)).timeZone } : null;
  });
  if (!found) return;
  const { session, timeZone } = found;
  const learner = { enterpriseId, at: session.endedAt ?? now, timeZone };
  const required = requiredMinutes(session, now);
  for (let after: string | null = FIRST; after !== null;)
    after = await withTenant(enterpriseId, (db) => completeBatch(db, session, { learner, required, after: after! }));
  await finishBroadcasts({ enterpriseId, sessionId });
  await keepRecording(session, now);
  const isRecorded = await withTenant(enterpriseId, async (db) => {
    const seconds = streamSeconds(await readStream(db, session, 'class'));
    if (seconds > 0 && session.recordingCounts) await setRecorded(db, enterpriseId, session.resourceId, seconds);
    await db
      .update(liveSession)
      .set({ settledAt: now })
      .where(and(here, isNull(liveSession.settledAt)));
    await changeSession(db, session);
    return seconds > 0;
  });
  if (isRecorded) await tellLearners(key, 'recording', 'ready', now);
}

type Evaluation = { learner: Omit<Learners, 'userIds'>; required: number; after: string };

/**
 * Completes a class for those of the next members who attended enough of it, in a number of statements that does not depend
 * on how many they are.
 * @returns the last member; null if there are no more
 */
async function completeBatch(
  db: TenantDb,
  { enterpriseId, id, courseId, resourceId }: LiveSession,
  { learner, required, after }: Evaluation,
): Promise<string | null> {
  const attended = await db
    .select({ userId: liveAttendance.userId, minutes: liveAttendance.minutes, done: resourceProgress.completedAt })
    .from(liveAttendance)
    .leftJoin(
      resourceProgress,
      and(
        eq(resourceProgress.enterpriseId, liveAttendance.enterpriseId),
        eq(resourceProgress.userId, liveAttendance.userId),
        eq(resourceProgress.resourceId, resourceId),
      ),
    )
    .where(
      and(
        eq(liveAttendance.enterpriseId, enterpriseId),
        eq(liveAttendance.sessionId, id),
        gt(liveAttendance.userId, after),
      ),
    )
    .orderBy(asc(liveAttendance.userId))
    .limit(BATCH);
  const userIds = attended
    .filter(({ minutes, done }) => done === null && countMinutes(minutes) >= required)
    .map(({ userId }) => userId);
  await completeResourcesOf(db, { ...learner, userIds }, [{ id: resourceId, courseId }]);
  return attended.length === BATCH ? attended.at(-1)!.userId : null;
}
