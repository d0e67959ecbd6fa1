import { and, asc, desc, eq, or } from 'drizzle-orm';
import { readStudyState, requireOpen } from '#src/server/course/study-state.ts';
import { courseResource } from '#src/server/course/tables.ts';
import { liveAttendance, liveHand, livePoll, livePollVote, liveSession } from './tables.ts';
import type { Context } from '#src/server/core/context.ts';
import { notFound } from '#src/server/core/app-error.ts';
import { MAX_ITEMS } from '#src/contract/rules/list-limits.ts';
import { readPresence } from './attend.ts';
import { playbackOf, posterUrl } from './playback.ts';
import { findPoster } from './poster.ts';
import { cardOf, type FoundSession, leads, selectSessions } from './read-session.ts';
import { readState } from './read-state.ts';

/**
 * Returns what the page of a live class shows.
 * @throws AppError 403 with the reason when the course may not be studied; 404
 */
export async function viewSession(ctx: Context, { id }: { id: string }) {
  const { db, tenant, viewer } = ctx;
  const found = await findSession(ctx, id);
  const isHost = leads(viewer, found);
  if (!isHost) requireOpen(await readStudyState(db, tenant.id, viewer.userId, found.course));
  const { session } = found;
  const now = ctx.now();
  const own = { enterpriseId: tenant.id, sessionId: session.id, userId: viewer.userId };
  const [attendance] = await db
    .select({ muted: liveAttendance.muted })
    .from(liveAttendance)
    .where(
      and(
        eq(liveAttendance.enterpriseId, own.enterpriseId),
        eq(liveAttendance.sessionId, own.sessionId),
        eq(liveAttendance.userId, own.userId),
      ),
    );
  const hands = await db.$count(
    liveHand,
    and(
      eq(liveHand.enterpriseId, own.enterpriseId),
      eq(liveHand.sessionId, own.sessionId),
      eq(liveHand.userId, own.userId),
    ),
  );
  const ownVotes = await db
    .select({ pollId: livePollVote.pollId, choice: livePollVote.choice })
    .from(livePollVote)
    .innerJoin(
      livePoll,
      and(eq(livePoll.enterpriseId, livePollVote.enterpriseId), eq(livePoll.id, livePollVote.pollId)),
    )
    .where(
      and(
        eq(livePollVote.enterpriseId, tenant.id),
        eq(livePoll.sessionId, session.id),
        eq(livePollVote.userId, viewer.userId),
      ),
    )
    .limit(MAX_ITEMS.livePolls);
  const [resource] = await db
    .select({ totalDuration: courseResource.totalDuration })
    .from(courseResource)
    .where(and(eq(courseResource.enterpriseId, tenant.id), eq(courseResource.id, session.resourceId)));
  return {
    ...cardOf(found, now),
    serverTime: now,
    state: await readState(db, session, now),
    presence: await readPresence(db, session, viewer.userId, now),
    requiredPercent: session.requiredPercent,
    recordingCounts: session.recordingCounts,
    recordingSeconds: resource!.totalDuration,
    playback: playbackOf(session, now),
    posterUrl: (await findPoster(db, session)) && posterUrl(session, now),
    isHost,
    muted: attendance?.muted ?? false,
    handRaised: hands > 0,
    ownVotes,
  };
}

/** Finds a session by its id, that of its resource, or that of the course: the current or next one, else the last. */
async function findSession({ db, tenant, now }: Context, id: string): Promise<FoundSession> {
  const named = await selectSessions(db)
    .where(
      and(
        eq(liveSession.enterpriseId, tenant.id),
        or(eq(liveSession.id, id), eq(liveSession.resourceId, id), eq(liveSession.courseId, id)),
      ),
    )
    .orderBy(desc(liveSession.startAt), asc(liveSession.id))
    .limit(MAX_ITEMS.resources);
  const exact = named.find(({ session }) => session.id === id || session.resourceId === id);
  const isComing = ({ session: { status, endAt } }: FoundSession) =>
    status === 'live' || (status === 'planned' && endAt > now());
  const found = exact ?? named.find(({ session }) => session.status === 'live') ?? named.findLast(isComing) ?? named[0];
  if (!found) throw notFound();
  return found;
}
