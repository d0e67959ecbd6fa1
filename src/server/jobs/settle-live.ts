import { enterpriseIds } from './enterprise-ids.ts';
import { systemNow } from '#src/lib/system-clock.ts';
import type { Jobs } from '#src/server/core/jobs/queues.ts';
import { deleteSegments } from '#src/server/live/delete-segments.ts';
import { settleSession } from '#src/server/live/settle-session.ts';
import { sweepSessions } from '#src/server/live/sweep-sessions.ts';
import { tellLearners, tellOfSoon } from '#src/server/live/tell-learners.ts';

/** Seconds between sweeps. */
export const LIVE_SWEEP_SECONDS = 300;

/** Evaluates a live class that has ended. */
export const settleLive = (job: Jobs['settle-live']) => settleSession(job, systemNow());

/** Tells members that a live class was moved, cancelled or re-opened. */
export const tellLearnersJob = ({ enterpriseId, sessionId, event, at }: Jobs['tell-learners']) =>
  tellLearners({ enterpriseId, sessionId }, event, at, systemNow());

/**
 * Tells members of live classes that begin soon, ends forgotten ones of all tenants, and deletes segments that a recording has replaced. Several processes may sweep at the same time.
 * @param onError called for each tenant that failed; the sweep continues with the others
 */
export async function sweepLive(onError: (error: unknown) => void, now = systemNow()): Promise<void> {
  for (const id of await enterpriseIds()) {
    await tellOfSoon(id, now).catch(onError);
    await sweepSessions(id, now).catch(onError);
    await deleteSegments(id, now).catch(onError);
  }
}
